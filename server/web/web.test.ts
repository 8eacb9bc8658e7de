import { expect, test } from 'bun:test'
import { createSite } from '../auth/site.ts'
import type { Encoding, PageBuild } from './read-build.ts'
import { createWeb } from './web.ts'

const form = (text: string) => new TextEncoder().encode(text)
const file = (type: string, forms: Partial<Record<Encoding, string>>) => ({
  type,
  forms: new Map(
    Object.entries(forms).map(([name, text]): [Encoding, Uint8Array<ArrayBuffer>] => [
      name === 'br' || name === 'gzip' ? name : 'identity',
      form(text),
    ]),
  ),
})
const build: PageBuild = {
  hash: 'ab',
  files: new Map([
    ['index.html', file('text/html;charset=utf-8', { identity: 'page', gzip: 'gz page', br: 'br page' })],
    ['assets/main-1.js', file('text/javascript', { identity: 'script', br: 'br script' })],
  ]),
}

const HOST = 'fleet.example'
const siteAt = (origin: string | null, relayUrl: string | null = null) =>
  createSite({
    origin,
    relayUrl,
    allowPlainHttp: false,
    listening: () => ({ host: '127.0.0.1', port: 7888 }),
  })
const web = createWeb({ build, site: siteAt(`https://${HOST}`, 'wss://relay.example') })

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  web(new Request(`https://${HOST}${path}`, { method, headers: { host: HOST, ...headers } }))

async function answered(...asked: Parameters<typeof get>) {
  const response = get(...asked)
  if (!response) throw new Error('not the page’s')
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('the page carries the headers that keep everything else out of it', async () => {
  const { status, headers, text } = await answered('/')
  expect(status).toBe(200)
  expect(text).toBe('page')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; " +
      "connect-src 'self' wss://relay.example; worker-src 'self'; manifest-src 'self'; base-uri 'none'; " +
      "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  )
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('strict-transport-security')).toContain('max-age=')
  expect(headers.get('cache-control')).toBe('no-store')
})

test('files whose name carries their hash are kept for good', async () => {
  const { headers, text } = await answered('/assets/main-1.js')
  expect(text).toBe('script')
  expect(headers.get('content-type')).toBe('text/javascript')
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test.each([
  ['gzip, deflate, br', 'br', 'br page'],
  ['gzip', 'gzip', 'gz page'],
  ['br;q=0, gzip;q=0.5', 'gzip', 'gz page'],
  ['*', 'br', 'br page'],
  ['*;q=0', null, 'page'],
  ['identity', null, 'page'],
])('who accepts %p gets %p', async (accepted, encoding, text) => {
  const answer = await answered('/', { 'accept-encoding': accepted })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('vary')).toBe('accept-encoding')
  expect(answer.text).toBe(text)
})

test('HEAD tells the length and sends nothing', async () => {
  const { headers, text } = await answered('/assets/main-1.js', { 'accept-encoding': 'br' }, 'HEAD')
  expect(text).toBe('')
  expect(headers.get('content-length')).toBe('9')
})

test.each(['/set-up', '/forgot', '/register', '/confirm', '/invite', '/reset', '/verify', '/undo'])(
  'the link %s opens the page; its token is in the fragment and never arrives, and opening it does nothing',
  async (path) => expect((await answered(path)).text).toBe('page'),
)

test.each(['/nothing', '/index.html', '/v1/me', '/assetsx', '/manifest.json'])(
  '%s is not the page’s',
  (path) => expect(get(path)).toBeNull(),
)

test.each(['/assets/', '/assets/main-1.js.map', '/assets/..%2findex.html', '/assets/main-1.js.br'])(
  'only what the build names is served, so not %s',
  async (path) => expect((await answered(path)).status).toBe(404),
)

test('the page is only read', async () => {
  const { status, headers } = await answered('/', {}, 'POST')
  expect(status).toBe(405)
  expect(headers.get('allow')).toBe('GET, HEAD')
})

test('another name for this authority leads to its own origin, any other host nowhere', async () => {
  const relay = await answered('/set-up', { host: 'relay.example' })
  expect(relay.status).toBe(302)
  expect(relay.headers.get('location')).toBe(`https://${HOST}/set-up`)
  expect((await answered('/', { host: 'evil.example' })).status).toBe(421)
})

test('over loopback http the relay is beside the page, and nothing is promised about https', async () => {
  const local = createWeb({ build, site: siteAt(null) })
  const response = local(new Request('http://127.0.0.1:7888/', { headers: { host: '127.0.0.1:7888' } }))
  expect(response?.headers.get('content-security-policy')).toContain(
    "connect-src 'self' ws://127.0.0.1:7888;",
  )
  expect(response?.headers.has('strict-transport-security')).toBe(false)
})

test('without a build the page says how to make one', async () => {
  const bare = createWeb({ build: null, site: siteAt(`https://${HOST}`) })
  const response = bare(new Request(`https://${HOST}/`, { headers: { host: HOST } }))
  expect(response?.status).toBe(503)
  expect(await response?.text()).toContain('bun run build')
})
