import { expect, test } from 'bun:test'
import { MINUTE_MS } from '../shared/time.ts'
import { isPublic } from './public-routes.ts'
import { newKey, PASSWORD, startRig } from './testing/rig.ts'

/** Every route of the app, with something in place of its parameters. */
const routesOf = (rig: Awaited<ReturnType<typeof startRig>>): { method: string; path: string }[] =>
  rig.authority.app.routes.map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, 'x_1') }))

test('every route but the public ones refuses whoever shows nothing, or something malformed', async () => {
  await using rig = await startRig()
  const routes = routesOf(rig)
  expect(routes.length).toBeGreaterThan(12)
  const publicOnes = routes.filter(({ method, path }) =>
    isPublic(new Request(`http://host${path}`, { method })),
  )
  expect(publicOnes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /health',
    'GET /ready',
    'GET /v1/instance',
    'GET /v1/key-statements',
    'POST /v1/confirm',
    'POST /v1/email/undo',
    'POST /v1/email/verify',
    'POST /v1/enroll',
    'POST /v1/forgot',
    'POST /v1/invite',
    'POST /v1/login',
    'POST /v1/machine-keys',
    'POST /v1/provision',
    'POST /v1/register',
    'POST /v1/reset',
    'POST /v1/set-up',
  ])
  for (const { method, path } of routes.filter((route) => !publicOnes.includes(route))) {
    for (const authorization of [null, 'Bearer nonsense', 'Basic YTpi']) {
      const asked = await rig.ask(path, { method, headers: { authorization } })
      expect([path, asked.status, asked.code]).toEqual([path, 401, 'unauthenticated'])
    }
    // Also where the edge was forgotten.
    const response = await rig.authority.app.handle(new Request(`http://127.0.0.1:7888${path}`, { method }))
    expect([path, response.status]).toEqual([path, 401])
  }
})

test('what is not there is refused before it is not found', async () => {
  await using rig = await startRig()
  expect((await rig.ask('/v1/nothing')).code).toBe('unauthenticated')
  expect((await rig.ask('/v1/login')).code).toBe('unauthenticated')
  const ada = await rig.firstAdmin()
  expect((await ada.ask('/v1/nothing')).code).toBe('route_not_found')
})

test('a malformed Authorization header fails also beside a good cookie', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const cookie = `fl_${rig.authority.issuer.slice(2, 10)}=${ada.secret}`
  expect((await rig.ask('/v1/me', { headers: { cookie } })).status).toBe(200)
  const both = await rig.ask('/v1/me', { headers: { cookie, authorization: 'Bearer' } })
  expect(both.code).toBe('unauthenticated')
})

test('nobody may change anything with a cookie from another page, over another host, or in another language', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const cookie = `fl_${rig.authority.issuer.slice(2, 10)}=${ada.secret}`
  const add = (headers: Record<string, string | null>) =>
    rig.ask('/v1/machines', { body: { label: 'desk' }, headers: { cookie, ...headers } })
  expect((await add({ origin: null })).code).toBe('origin_refused')
  expect((await add({ origin: 'http://127.0.0.1:7887' })).code).toBe('origin_refused')
  expect((await add({ 'sec-fetch-site': 'cross-site' })).code).toBe('origin_refused')
  expect((await add({ 'content-type': 'text/plain' })).code).toBe('invalid_request')
  expect((await add({ host: 'evil.example' })).status).toBe(421)
  expect((await add({ 'content-length': String(256 * 1024 + 1) })).code).toBe('body_too_large')
  expect((await add({})).status).toBe(201)
  const login = { body: { name: 'ada', password: PASSWORD }, headers: { origin: 'https://evil.example' } }
  expect((await rig.ask('/v1/login', login)).code).toBe('origin_refused')
  const big = {
    body: { name: 'ada', password: PASSWORD },
    headers: { 'content-length': String(64 * 1024 + 1) },
  }
  expect((await rig.ask('/v1/login', big)).code).toBe('body_too_large')
})

test('a body that is not as it must be names its field and repeats nothing of it', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const bad = await ada.ask('/v1/devices', { body: { key: 'hunter2', name: 'x', platform: 'y' } })
  expect([bad.status, bad.code]).toEqual([422, 'invalid_request'])
  expect(bad.text).toContain('body/key')
  expect(bad.text).not.toContain('hunter2')
  const enroll = { body: { code: 'x', machineKey: newKey(), signKey: 'A'.repeat(43) } }
  expect((await rig.ask('/v1/enroll', enroll)).text).toContain('body/signKey')
})

test('what is for who runs the authority is refused to everybody else, before a body is looked at', async () => {
  await using rig = await startRig()
  await rig.firstAdmin()
  rig.addUser('bob')
  const bob = await rig.signIn('bob')
  for (const { method, path } of routesOf(rig).filter((route) => route.path.startsWith('/v1/admin'))) {
    const asked = await bob.ask(path, { method })
    expect([path, asked.status, asked.code]).toEqual([path, 403, 'forbidden'])
  }
})

test('a malformed Authorization header is told from none in words, and both are nobody', async () => {
  await using rig = await startRig()
  const none = await rig.ask('/v1/me')
  for (const authorization of [
    '',
    'Bearer',
    'Basic YTpi',
    'Bearer fk_short',
    `Bearer fk_${'a'.repeat(33)}`,
  ]) {
    const asked = await rig.ask('/v1/me', { headers: { authorization } })
    expect([asked.status, asked.code]).toEqual([401, 'unauthenticated'])
    expect(asked.text).not.toBe(none.text)
  }
})

test('a cookie alone registers no device and replaces none, so a stolen one opens no circuit', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const cookie = `fl_${rig.authority.issuer.slice(2, 10)}=${ada.secret}`
  rig.clock.advance(10 * MINUTE_MS)
  const before = rig.db.query('SELECT id, key, retired_at FROM devices').all()
  const stolen = { key: newKey(), name: 'laptop', platform: 'test' }
  for (const body of [stolen, { ...stolen, id: ada.device }]) {
    const added = await rig.ask('/v1/devices', { body, headers: { cookie } })
    expect([added.status, added.code]).toEqual([403, 'fresh_sign_in_required'])
  }
  // With the password it is a device of its own: the id that it offers gets no other key.
  await rig.signIn('ada', { ...stolen, id: ada.device })
  expect(rig.db.query('SELECT id, key, retired_at FROM devices').all()).toEqual(
    expect.arrayContaining(before),
  )
})
