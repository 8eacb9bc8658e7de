import { expect, test } from 'bun:test'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { testApi } from '../testing/api.ts'
import { testCore } from '../testing/core.ts'
import { data } from '../testing/rig.ts'

test('GET /v1/agents answers the catalogue as this machine sees it', async () => {
  await using home = await tempHome()
  const kit = testCore({ home: home.path })
  try {
    const agents = data(await testApi(kit, home.path).api.v1.agents.get())
    const demo = agents.find((agent) => agent.id === 'demo')
    expect(demo).toMatchObject({ found: true, program: process.execPath, install: null })
    const missing = agents.filter((agent) => !agent.found)
    expect(missing.every((agent) => agent.program === null)).toBe(true)
    expect(new Set(agents.map((agent) => agent.id)).size).toBe(agents.length)
  } finally {
    kit.close()
  }
})
