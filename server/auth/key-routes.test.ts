import { expect, test } from 'bun:test'
import { API_KEY_SCOPES } from '../../shared/wire/account.ts'
import { isPublic } from '../public-routes.ts'
import { type Rig, scriptOf, startRig } from '../testing/rig.ts'
import { keyOpens, keyRoutes } from './key-routes.ts'

/** `GET /v1/x/:id`, as the table has it, and the same with something in place of its parameters. */
const privateRoutes = (rig: Rig) =>
  rig.authority.app.routes
    .map(({ method, path }) => {
      const bare = path.replace(/(.)\/$/, '$1')
      return { route: `${method} ${bare}`, method, path: bare.replace(/:\w+/g, 'x_1') }
    })
    .filter(({ method, path }) => !isPublic(new Request(`http://host${path}`, { method })))

test('a key of one scope opens the routes that the table gives it, and of all others none', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const routes = privateRoutes(rig)
  expect(routes.length).toBeGreaterThan(15)
  for (const scope of API_KEY_SCOPES) {
    const script = await scriptOf(rig, ada, [scope])
    for (const { route, method, path } of routes) {
      const asked = await script.ask(path, { method })
      const opened = asked.code !== 'key_scope_missing' && asked.code !== 'unauthenticated'
      expect([scope, route, opened]).toEqual([scope, route, keyRoutes[route] === scope])
      if (!opened) expect(asked.status).toBe(403)
    }
  }
})

test('a key of every scope reaches no route that is not in the table, an admin’s no more than another’s', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const script = await scriptOf(rig, ada, API_KEY_SCOPES)
  for (const { route, method, path } of privateRoutes(rig)) {
    if (route in keyRoutes) continue
    const asked = await script.ask(path, { method })
    expect([route, asked.code]).toEqual([route, 'key_scope_missing'])
  }
  expect((await script.ask('/v1/nothing')).code).toBe('key_scope_missing')
})

test('every route of the table is one of the app', async () => {
  await using rig = await startRig()
  const there = privateRoutes(rig).map(({ route }) => route)
  for (const route of Object.keys(keyRoutes)) expect(there).toContain(route)
})

test.each([
  ['GET', '/v1/machines', true],
  ['GET', '/v1/machines?x=1', true],
  ['HEAD', '/v1/machines', false],
  ['GET', '/v1/machines/', false],
  ['GET', '//v1/machines', false],
  ['GET', '/V1/machines', false],
  ['GET', '/v1/machines/m_1', false],
  ['PATCH', '/v1/machines/m_1', true],
  ['PATCH', '/v1/machines/', false],
  ['PATCH', '/v1/machines/m_1/', false],
  ['DELETE', '/v1/machines/m_1', false],
  ['PATCH', '/v1/machines/m_1/../../keys', false],
  ['POST', '/v1/machines/m_1/enrollment-codes', true],
  ['POST', '/v1/keys', false],
  ['POST', '/v1/fresh', false],
])('%s %s is for keys: %p', (method, path, opens) => {
  expect(keyOpens(new Request(`http://host${path}`, { method }), API_KEY_SCOPES)).toBe(opens)
  expect(keyOpens(new Request(`http://host${path}`, { method }), [])).toBe(false)
})
