import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SYSTEMS } from '../../shared/limits.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { type TestCore, testCore } from '../testing/core.ts'
import { data } from '../testing/rig.ts'

const SECRET = 'sk-system-routes-0123456789'
let home: TempHome
let kit: TestCore
let api: TestApi
beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  api = testApi(kit, home.path)
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

const systems = () => api.api.v1.systems
const local = { name: 'Local', kind: 'openai_compatible', baseUrl: 'http://127.0.0.1:1234/v1' } as const

test('a system is made once for its key, changed by its fields, and taken away', async () => {
  const headers = { 'idempotency-key': 'once' }
  const made = data(await systems().post(local, { headers }))
  expect(made).toEqual({ id: expect.stringMatching(/^sy_/), ...local, keySetAt: null })
  expect(data(await systems().post(local, { headers }))).toEqual(made)
  expect(data(await systems().get())).toEqual([made])
  const system = systems()({ system: made.id })
  expect(data(await system.patch({ name: 'Mine', models: ['a'] }))).toEqual({
    ...made,
    name: 'Mine',
    models: ['a'],
  })
  expect(data(await system.patch({ models: null }))).toEqual({ ...made, name: 'Mine' })
  expect(data(await system.delete())).toEqual({ deleted: made.id })
  expect(data(await systems().get())).toEqual([])
  expect((await system.delete()).error?.value).toMatchObject({ error: { code: 'system_not_found' } })
})

test('an address is one of the web without a key in it, and one of one’s own is needed', async () => {
  const code = async (body: object) => {
    const answer = await systems().post({ ...local, ...body })
    return answer.error?.value && 'error' in answer.error.value && answer.error.value.error.code
  }
  for (const baseUrl of ['file:///etc', 'nowhere', 'http://u:p@h/v1', 'http://h/v1?key=1', ''])
    expect(await code({ baseUrl })).toBe('invalid_request')
  expect(await code({ name: '\u200b' })).toBe('invalid_request')
  const bare = await systems().post({ name: 'x', kind: 'openai_compatible' })
  expect(bare.error?.value).toMatchObject({ error: { code: 'invalid_request' } })
  const made = data(await systems().post(local))
  const without = await systems()({ system: made.id }).patch({ baseUrl: null })
  expect(without.error?.value).toMatchObject({ error: { code: 'invalid_request' } })
  data(await systems().post({ name: 'A', kind: 'anthropic' }))
})

test('a key is set and told of by its time, and is in no answer and in no file', async () => {
  const { id } = data(await systems().post(local))
  const { key } = systems()({ system: id })
  expect(data(await key.put({ secret: SECRET })).keySetAt).toBe(kit.clock.now())
  const bad = await key.put({ secret: 'sk-bad\n' })
  expect(bad.error?.value).toMatchObject({ error: { code: 'invalid_request' } })
  expect(kit.core.presets.keyOf(id)).toBe(SECRET)
  expect(await (await api.fetch('/v1/systems')).text()).not.toContain(SECRET)
  const files = readdirSync(home.path, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  for (const { parentPath, name } of files)
    expect([name, readFileSync(join(parentPath, name)).includes(SECRET)]).toEqual([name, false])
  expect(data(await key.delete()).keySetAt).toBeNull()
  expect(kit.core.presets.keyOf(id)).toBeNull()
})

test('a system that a preset uses stays, and the refusal names the preset', async () => {
  const { id } = data(await systems().post(local))
  const preset = data(await api.api.v1.presets.post({ name: 'Q', agent: 'qwen', system: id }))
  const refused = await systems()({ system: id }).delete()
  expect(refused.error?.value).toMatchObject({ error: { code: 'system_in_use', detail: { presets: ['Q'] } } })
  data(await api.api.v1.presets({ preset: preset.id }).delete())
  data(await systems()({ system: id }).delete())
})

test('one more than a machine may have is refused', async () => {
  for (let n = 0; n < SYSTEMS; n++)
    kit.core.presets.store.putSystem({ id: `sy_${n}`, name: 'x', kind: 'openai' }, n)
  const refused = await systems().post(local)
  expect(refused.error?.value).toMatchObject({ error: { code: 'system_limit', detail: { bound: SYSTEMS } } })
})
