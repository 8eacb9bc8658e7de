/**
 * What a page in a browser on this machine can make it send to the daemon's port, as bytes on a socket: by a name that
 * was rebound to 127.0.0.1, or by the port itself. The body is announced and never sent: who waits for it would hang.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Machine, startMachine } from '../testing/machine.ts'

// Processes of its own on a machine that is busy with other tests.
setDefaultTimeout(20_000)

let machine: Machine
let secret = ''
let port = 0
beforeAll(async () => {
  machine = await startMachine()
  secret = readFileSync(join(machine.home, 'secret'), 'utf8')
  port = Number(new URL(machine.rig.url).port)
})
afterAll(() => machine.end(), 20_000)

interface Refusal {
  status: number
  code: string
  /** Any header by which a page could read the answer. */
  shared: boolean
}

/** The whole answer to a head whose body never comes. */
function refusalOf(head: string): Promise<Refusal> {
  const socket = connect(port, '127.0.0.1', () => socket.write(head))
  let text = ''
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk.toString()
      const [answer = '', body = ''] = text.split('\r\n\r\n')
      if (!body.endsWith('}')) return
      socket.destroy()
      resolve({
        status: Number(answer.split(' ')[1]),
        code: JSON.parse(body).error?.code ?? 'answered',
        shared: /access-control-allow|set-cookie/i.test(answer),
      })
    })
  })
}

const head = (method: string, path: string, headers: Record<string, string>): string =>
  [
    `${method} ${path} HTTP/1.1`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')

const BODY = { 'content-length': '1000000' }
const FOREIGN = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
const ours = (): Record<string, string> => ({ host: `127.0.0.1:${port}` })

test.each([
  ['evil.example', 'GET', {}],
  ['evil.example', 'POST', BODY],
  ['127.0.0.1.evil.example', 'POST', BODY],
  ['localhost.', 'POST', BODY],
  ['127.0.0.1@evil.example', 'GET', {}],
])(
  'a name that was rebound (%s) is refused at the head of a %s, the secret notwithstanding',
  async (host, method, more) => {
    // To its browser this page is same-origin with the port: it may read answers and send any header.
    const headers = {
      host: `${host}:${port}`,
      origin: `http://${host}:${port}`,
      authorization: `Bearer ${secret}`,
      ...more,
    }
    for (const path of ['/v1/sessions', '/v1/status', '/v1/stream']) {
      expect(await refusalOf(head(method, path, headers))).toEqual({
        status: 400,
        code: 'invalid_host',
        shared: false,
      })
    }
  },
)

const simple = (type: string) => ({ ...FOREIGN, ...BODY, 'content-type': type })
const DRIVE_BY: [string, string, string, Record<string, string>, string][] = [
  ['a fetch that reads', 'GET', '/v1/sessions', { ...FOREIGN, 'sec-fetch-mode': 'cors' }, 'origin_refused'],
  [
    'a fetch without reading',
    'POST',
    '/v1/sessions',
    { ...simple('text/plain'), 'sec-fetch-mode': 'no-cors' },
    'origin_refused',
  ],
  ['a form', 'POST', '/v1/shutdown', simple('application/x-www-form-urlencoded'), 'origin_refused'],
  ['a form with files', 'POST', '/v1/sessions', simple('multipart/form-data; boundary=x'), 'origin_refused'],
  ['a form that writes JSON as text', 'POST', '/v1/sessions', simple('text/plain'), 'origin_refused'],
  [
    'a sandboxed frame’s form',
    'POST',
    '/v1/sessions',
    { ...simple('text/plain'), origin: 'null' },
    'origin_refused',
  ],
  [
    'a preflight',
    'OPTIONS',
    '/v1/sessions',
    { ...FOREIGN, 'access-control-request-method': 'POST' },
    'origin_refused',
  ],
  ['an event stream', 'GET', '/v1/stream', { ...FOREIGN, accept: 'text/event-stream' }, 'origin_refused'],
  [
    'another local page',
    'POST',
    '/v1/sessions',
    { ...BODY, origin: 'http://localhost:3000' },
    'origin_refused',
  ],
  [
    'an image, which has no Origin',
    'GET',
    '/v1/sessions',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
    'unauthenticated',
  ],
  ['a link that is followed', 'GET', '/v1/sessions', { 'sec-fetch-mode': 'navigate' }, 'unauthenticated'],
  ['a secret in the URL', 'GET', '/v1/sessions?token=SECRET', {}, 'unauthenticated'],
]

test.each(DRIVE_BY)(
  'a drive-by by %s is refused before its body comes',
  async (_, method, path, headers, code) => {
    const before = await machine.rig.fetch('/v1/sessions')
    const asked = head(method, path.replace('SECRET', secret), { ...ours(), ...headers })
    const status = code === 'unauthenticated' ? 401 : 403
    expect(await refusalOf(asked)).toEqual({ status, code, shared: false })
    expect(await (await machine.rig.fetch('/v1/sessions')).text()).toBe(await before.text())
  },
)

test('a page of another origin gets no WebSocket, nor does one with the secret in the URL', async () => {
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  }
  for (const path of ['/v1/stream', '/relay/connect', `/v1/sessions?token=${secret}`]) {
    const foreign = await refusalOf(head('GET', path, { ...ours(), ...FOREIGN, ...upgrade }))
    expect(foreign).toEqual({ status: 403, code: 'origin_refused', shared: false })
    const bare = await refusalOf(head('GET', path, { ...ours(), ...upgrade }))
    expect(bare).toEqual({ status: 401, code: 'unauthenticated', shared: false })
  }
})

test('what a stranger may ask says that a daemon is there, and lets no page read it', async () => {
  for (const path of ['/health', '/ready']) {
    const answer = await refusalOf(head('GET', path, { ...ours(), ...FOREIGN }))
    expect(answer).toEqual({ status: 200, code: 'answered', shared: false })
  }
})

test('a Host that is no name, or a target that is none, costs one refusal in our words', async () => {
  for (const host of ['[', 'a b', '%', 'x:y']) {
    expect(await refusalOf(head('GET', '/v1/status', { host }))).toMatchObject({
      status: 400,
      code: 'invalid_host',
    })
  }
  for (const target of ['//%', '/\\', '//[']) {
    expect(await refusalOf(head('GET', target, ours()))).toMatchObject({ status: 401 })
  }
})
