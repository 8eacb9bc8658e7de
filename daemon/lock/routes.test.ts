/** The lock's routes as the machine itself asks them; what devices may is in approval.test.ts. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { type TestCore, testCore } from '../testing/core.ts'

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

async function ask(method: string, path: string, body?: object): Promise<[number, unknown]> {
  const response = await api.fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  })
  return [response.status, await response.json()]
}
const refused = (code: string) => ({ error: expect.objectContaining({ code }) })

test('a lock that nobody touched is on and empty', async () => {
  expect(await ask('GET', '/v1/lock')).toEqual([
    200,
    { on: true, devices: [], pending: [], pairingUntil: null },
  ])
})

test('a pairing secret is shown once, and the lock says only until when it is good', async () => {
  const [status, pairing] = await ask('POST', '/v1/lock/pairing')
  expect([status, pairing]).toEqual([
    201,
    { secret: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/), until: expect.any(Number) },
  ])
  const [, lock] = await ask('GET', '/v1/lock')
  expect(JSON.stringify(lock)).not.toContain(JSON.stringify(pairing).slice(11, 33))
  expect(lock).toMatchObject({ pairingUntil: expect.any(Number) })
})

test('it is turned off and on', async () => {
  expect(await ask('PUT', '/v1/lock', { on: false })).toMatchObject([200, { on: false }])
  expect(await ask('PUT', '/v1/lock', { on: true })).toMatchObject([200, { on: true }])
  expect(await ask('PUT', '/v1/lock', { on: 1 })).toEqual([422, refused('invalid_request')])
})

test('what is not there is said', async () => {
  expect(await ask('DELETE', '/v1/lock/devices/x')).toEqual([404, refused('device_not_found')])
  expect(await ask('DELETE', '/v1/lock/pending/x')).toEqual([404, refused('pending_not_found')])
  expect(await ask('POST', '/v1/lock/pending/x/approval', {})).toEqual([404, refused('pending_not_found')])
})
