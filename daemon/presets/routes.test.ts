import { afterEach, beforeEach, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PRESETS } from '../../shared/limits.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { type TestCore, testCore } from '../testing/core.ts'
import { data } from '../testing/rig.ts'

let home: TempHome
let kit: TestCore
let api: TestApi
beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  api = testApi(kit, home.path, { agentCommands: { gemini: [process.execPath], qwen: [process.execPath] } })
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

const presets = () => api.api.v1.presets
const strip = () => api.api.v1.strip
const codeOf = (answer: { error: { value: unknown } | null }) => answer.error?.value

test('a preset is made once for its key, changed by its fields, and taken away', async () => {
  const headers = { 'idempotency-key': 'once' }
  const wanted = { name: 'Fox', icon: '🦊', agent: 'qwen', model: 'm', effort: 'high' }
  const made = data(await presets().post(wanted, { headers }))
  expect(made).toEqual({ id: expect.stringMatching(/^ps_/), ...wanted })
  expect(data(await presets().post(wanted, { headers }))).toEqual(made)
  const preset = presets()({ preset: made.id })
  const { effort, ...rest } = made
  expect(data(await preset.patch({ effort: null, name: 'Red fox' }))).toEqual({ ...rest, name: 'Red fox' })
  expect(data(await presets().get())).toEqual([{ ...rest, name: 'Red fox' }])
  expect(data(await preset.delete())).toEqual({ deleted: made.id })
  expect(codeOf(await preset.patch({ name: 'x' }))).toMatchObject({ error: { code: 'preset_not_found' } })
})

test('a preset names an agent and a system that there are, and is one of so many', async () => {
  expect(codeOf(await presets().post({ name: 'x', agent: 'nobody' }))).toMatchObject({
    error: { code: 'agent_not_found' },
  })
  expect(codeOf(await presets().post({ name: 'x', agent: 'qwen', system: 'sy_1' }))).toMatchObject({
    error: { code: 'system_not_found' },
  })
  for (let n = 0; n < PRESETS; n++)
    kit.core.presets.store.putPreset({ id: `ps_${n}`, name: 'x', agent: 'demo' }, n)
  expect(codeOf(await presets().post({ name: 'x', agent: 'qwen' }))).toMatchObject({
    error: { code: 'preset_limit', detail: { bound: PRESETS } },
  })
})

test('a session of a preset that cannot be is refused before it is made', async () => {
  const { id: system } = data(await api.api.v1.systems.post({ name: 'Router', kind: 'openrouter' }))
  const preset = async (agent: string) =>
    data(await presets().post({ name: agent, agent, system, model: 'm' })).id
  const start = async (agent: string, id: string) =>
    codeOf(await api.api.v1.sessions.post({ agent, cwd: home.path, preset: id }))
  const [qwen, gemini] = [await preset('qwen'), await preset('gemini')]
  expect(await start('qwen', 'ps_none')).toMatchObject({ error: { code: 'preset_not_found' } })
  expect(await start('qwen', gemini)).toMatchObject({
    error: { code: 'invalid_request', detail: { field: 'body.agent' } },
  })
  // It has no key yet.
  expect(await start('qwen', qwen)).toMatchObject({ error: { code: 'system_not_routable' } })
  data(await api.api.v1.systems({ system }).key.put({ secret: 'sk-1' }))
  expect(await start('gemini', gemini)).toMatchObject({ error: { code: 'system_not_routable' } })
  expect(kit.core.sessions.list()).toEqual([])
  expect(await start('qwen', qwen)).toBeUndefined()
})

test('the strip shows what is there in a person’s order, and what is hidden for a while keeps its place', async () => {
  expect(data(await strip().get())).toEqual({ ids: null })
  const file = join(home.path, 'agents.toml')
  await writeFile(file, '[[agent]]\nid = "mine"\ncommand = "/bin/cat"\n')
  const fox = data(await presets().post({ name: 'Fox', agent: 'demo' })).id
  const order = ['claude', 'mine', fox, 'demo']
  expect(data(await strip().put({ ids: order }))).toEqual({ ids: order })
  await writeFile(file, '[[agent]]\nid = 7\n')
  expect(data(await strip().get())).toEqual({ ids: ['claude', fox, 'demo'] })
  expect(data(await strip().put({ ids: ['demo', fox, 'claude'] }))).toEqual({ ids: ['demo', fox, 'claude'] })
  await writeFile(file, '[[agent]]\nid = "mine"\ncommand = "/bin/echo"\n')
  expect(data(await strip().get())).toEqual({ ids: ['demo', fox, 'claude', 'mine'] })
  data(await presets()({ preset: fox }).delete())
  expect(data(await strip().get())).toEqual({ ids: ['demo', 'claude', 'mine'] })
  expect(codeOf(await strip().put({ ids: ['demo', 'demo'] }))).toMatchObject({
    error: { code: 'invalid_request' },
  })
})
