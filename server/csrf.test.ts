/** What another page can make a browser send here, on every route that there is: nothing of it changes anything. */
import { expect, test } from 'bun:test'
import { isForMachines, isPublic } from './public-routes.ts'
import { type Client, enrolled, ORIGIN, type Rig, startRig } from './testing/rig.ts'

/** Rows written since the database was opened. */
const written = (rig: Rig): unknown => rig.db.query('SELECT total_changes() AS rows').get()

interface Route {
  method: string
  path: string
}

/** Every route of the app; where it names something, something that is there and is the client's. */
async function routesFor(rig: Rig, client: Client): Promise<Route[]> {
  const ids: Record<string, string> = {
    users: client.user,
    devices: client.device,
    machines: await enrolled(rig, client, 'desk', true),
  }
  return rig.authority.app.routes.map(({ method, path }) => ({
    method,
    path: path
      .replace(/([a-z-]+)\/:\w+/g, (_, noun: string) => `${noun}/${ids[noun] ?? 'x_1'}`)
      .replace(/(.)\/$/, '$1'),
  }))
}

const cookieOf = (rig: Rig, client: Client): string =>
  `fl_${rig.authority.issuer.slice(2, 10)}=${client.secret}`

type Headers = Record<string, string | null>

/** Of another origin: refused as that, whatever else it says. */
const FOREIGN: Record<string, Headers> = {
  'a form of another site': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  'an older browser’s form of another site': { origin: 'https://evil.example', 'sec-fetch-site': null },
  'a sandboxed frame': { origin: 'null' },
  'another port of this host': { origin: 'http://127.0.0.1:7887', 'sec-fetch-site': 'same-site' },
  'the same host over another scheme': { origin: 'https://127.0.0.1:7888', 'sec-fetch-site': null },
  'another name of this host': { origin: 'http://localhost:7888', 'sec-fetch-site': null },
  'a page that says it is ours and its browser denies it': { 'sec-fetch-site': 'cross-site' },
  'a page of a sibling name': { 'sec-fetch-site': 'same-site' },
  'a link that somebody typed': { 'sec-fetch-site': 'none' },
}

/** Bodies that a form can send without asking first. */
const FORMS: Record<string, Headers> = {
  'a text form': { 'content-type': 'text/plain' },
  'a form': { 'content-type': 'application/x-www-form-urlencoded' },
  'a form with files': { 'content-type': 'multipart/form-data; boundary=x' },
  'a body of no type': { 'content-type': null },
  'a type that only begins like JSON': { 'content-type': 'application/jsonp' },
}

test('whatever another page sends is refused on every route that changes something, and writes no row', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const routes = (await routesFor(rig, ada)).filter(({ method }) => method !== 'GET')
  expect(routes.length).toBeGreaterThan(10)
  const cookie = cookieOf(rig, ada)
  const before = written(rig)
  const wrong: string[] = []
  const table = [
    ...Object.entries(FOREIGN).map(([name, headers]) => ({ name, headers, code: 'origin_refused' })),
    ...Object.entries(FORMS).map(([name, headers]) => ({ name, headers, code: 'invalid_request' })),
  ]
  for (const { method, path } of routes) {
    for (const { name, headers, code } of table) {
      const answer = await rig.ask(path, { method, body: { on: true }, headers: { cookie, ...headers } })
      if (answer.code !== code) wrong.push(`${method} ${path}, ${name}: ${answer.status} ${answer.code}`)
    }
  }
  expect(wrong).toEqual([])
  expect(written(rig)).toEqual(before)
})

test('without an Origin only what carries no cookie’s power is answered', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const cookie = cookieOf(rig, ada)
  const wrong: string[] = []
  for (const { method, path } of await routesFor(rig, ada)) {
    if (method === 'GET' || isForMachines(new Request(`${ORIGIN}${path}`, { method }))) continue
    const { code } = await rig.ask(path, {
      method,
      headers: { cookie, origin: null, 'sec-fetch-site': null },
    })
    if (code !== 'origin_refused') wrong.push(`${method} ${path}: ${code}`)
  }
  expect(wrong).toEqual([])
})

test('who says it is a command line, and comes with a cookie, is a page all the same', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const cookie = cookieOf(rig, ada)
  const wrong: string[] = []
  for (const { method, path } of await routesFor(rig, ada)) {
    if (method === 'GET' || isPublic(new Request(`${ORIGIN}${path}`, { method }))) continue
    const headers = { cookie, origin: null, 'sec-fetch-site': null, 'x-fairlead-client': 'cli' }
    const { code } = await rig.ask(path, { method, headers })
    if (code !== 'origin_refused') wrong.push(`${method} ${path}: ${code}`)
  }
  expect(wrong).toEqual([])
})

test('a GET changes nothing: no route writes a row for one, of a person or of nobody', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const routes = (await routesFor(rig, ada)).filter(({ method }) => method === 'GET')
  expect(routes.length).toBeGreaterThan(4)
  // The first request of a sign-in may write down that it was used; the clock of this test stands still from there.
  await ada.ask('/v1/me')
  const changing: string[] = []
  for (const { path } of routes) {
    for (const ask of [ada.ask, rig.ask]) {
      const before = written(rig)
      await ask(path)
      await ask(`${path}?token=x&limit=1`, { method: 'HEAD' })
      if (!Bun.deepEquals(written(rig), before)) changing.push(path)
    }
  }
  expect(changing).toEqual([])
})

test('no secret in a URL signs anybody in: a URL ends up in logs and histories', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  for (const name of ['token', 'access_token', 'authorization', 'capability']) {
    const asked = await rig.ask(`/v1/me?${name}=${ada.secret}`, { headers: { upgrade: 'websocket' } })
    expect(asked.code).toBe('unauthenticated')
  }
})
