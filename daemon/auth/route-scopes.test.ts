/** Every route of the daemon against every set of scopes that a device can have. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { ALL_SCOPES, type Scope } from '../../shared/wire/identity.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { type TestCore, testCore } from '../testing/core.ts'
import { admit } from './principal.ts'
import { needOf, routeName, routeScopes } from './route-scopes.ts'

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

const routes = () =>
  api.app.routes.map(({ method, path }) => ({ method, path, name: routeName(method, path) }))

const setsOfScopes: Scope[][] = Array.from({ length: 2 ** ALL_SCOPES.length }, (_, bits) =>
  ALL_SCOPES.filter((_scope, n) => bits & (1 << n)),
)

/** What a device gets on a route; a body that no route takes, so that what passes does nothing. */
async function codeFor(scopes: readonly Scope[], method: string, path: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const body = method === 'GET' ? null : '{"origin": 1, "on": 1, "text": 1, "cwd": 1, "code": 1, "title": 1}'
  const at = path.replace(/:\w+/g, 'x').replace(/(.)\/$/, '$1')
  const abort = new AbortController()
  const init = { method, headers, body, signal: abort.signal }
  const request = new Request(`http://machine${at}`, init)
  admit(request, { kind: 'device', sub: 'u', dev: 'd', key: 'k', sid: 'k', fresh: false, scopes })
  const response = await api.app.fetch(request)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const said = isStream ? {} : JSON.parse((await response.text()) || '{}')
  abort.abort()
  return said?.error?.code ?? 'passed'
}

test('the table has every route that there is, and no other', () => {
  const there = routes().map(({ name }) => name)
  expect(Object.keys(routeScopes).sort()).toEqual([...new Set(there)].sort())
})

test('a device passes where its scopes have the route’s own, and nowhere else', async () => {
  expect(setsOfScopes).toHaveLength(8)
  const wrong: string[] = []
  for (const { method, path, name } of routes()) {
    const need = needOf(method, path)
    for (const scopes of setsOfScopes) {
      const refused = (await codeFor(scopes, method, path)) === 'scope_missing'
      const may = need !== null && need !== 'local' && scopes.includes(need)
      if (refused === may) wrong.push(`${name} with [${scopes.join(' ')}]`)
    }
  }
  expect(wrong).toEqual([])
})

test('only who reads may not write: every route that changes something needs more than reading', () => {
  const changing = Object.entries(routeScopes).filter(([name]) => !name.startsWith('GET '))
  expect(changing.length).toBeGreaterThan(10)
  expect(changing.filter(([, need]) => need === 'session:read')).toEqual([])
})

test('a route that the table does not have refuses every circuit', () => {
  expect(needOf('GET', '/v1/later')).toBeNull()
  expect(needOf('HEAD', '/v1/status')).toBeNull()
})

test('a path that is written in another way gets no further', async () => {
  for (const path of ['/v1/shutdown/', '/V1/shutdown', '/v1/%73hutdown']) {
    const code = await codeFor(ALL_SCOPES, 'POST', path)
    expect([path, code]).toEqual([path, expect.stringMatching(/^(scope_missing|route_not_found)$/)])
  }
  expect(api.shutdowns).toEqual([])
})
