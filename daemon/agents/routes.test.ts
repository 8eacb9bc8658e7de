import { expect, test } from 'bun:test'
import { tmpdir } from 'node:os'
import { systemClock } from '../../shared/time.ts'
import { createAgents } from './agents.ts'
import { agentRoutes } from './routes.ts'

test('GET /v1/agents answers the catalogue as this machine sees it', async () => {
  const agents = createAgents({
    inherited: {},
    agentCommands: {},
    home: tmpdir(),
    bunPath: process.execPath,
    demoMain: '/nowhere/main.ts',
    clock: systemClock,
    limits: { agentsCacheMs: 10_000, fileCallMs: 5_000 },
  })
  const server = agentRoutes({ agents }).listen({ hostname: '127.0.0.1', port: 0 })
  try {
    const response = await fetch(`http://127.0.0.1:${server.server?.port}/v1/agents`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(await agents.list())
  } finally {
    await server.stop(true)
  }
})
