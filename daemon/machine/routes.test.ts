import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { type TestCore, testCore } from '../testing/core.ts'
import { data } from '../testing/rig.ts'

let home: TempHome
let kit: TestCore
let api: TestApi

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  api = testApi(kit, home.path)
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

test('the machine says what runs on it', async () => {
  const status = data(await api.api.v1.status.get())
  expect(status.daemon).toMatchObject({ home: home.path, sessions: 0, keeper: { id: 'k_1', runs: 0 } })
})

test('a shutdown keeps the runs unless it is told to end them', async () => {
  expect(data(await api.api.v1.shutdown.post({}))).toEqual({ kept: 2 })
  expect(data(await api.api.v1.shutdown.post({ sessions: true }))).toEqual({ kept: 0 })
  expect((await api.fetch('/v1/shutdown', { method: 'POST' })).status).toBe(200)
  expect(api.shutdowns).toEqual(['keep', 'all', 'keep'])
})

test.each([
  ['text', 'text/plain', '{"sessions":true}'],
  ['a list', 'application/json', '[]'],
  ['a form', 'application/x-www-form-urlencoded', 'x'],
  ['a member of another type', 'application/json', '{"sessions":"yes"}'],
])('%s is no body of ours, and nothing is done', async (_, type, body) => {
  const before = api.shutdowns.length
  const response = await api.fetch('/v1/shutdown', {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  const answer: unknown = await response.json()
  expect([response.status, answer]).toMatchObject([422, { error: { code: 'invalid_request' } }])
  expect(api.shutdowns.length).toBe(before)
})

test('it is alive while it is not ready any more', async () => {
  const answer = async (path: string) => {
    const response = await api.fetch(path)
    return [response.status, await response.json()]
  }
  expect(await answer('/ready')).toEqual([200, { ok: true }])
  api.closing.abort()
  expect(await answer('/ready')).toEqual([503, { ok: false }])
  expect(await answer('/health')).toEqual([200, { ok: true }])
})
