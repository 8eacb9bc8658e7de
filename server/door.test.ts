/** The authority's one port, asked over real sockets as no browser would: what it answers, and what goes with it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import pino from 'pino'
import { type TempHome, tempHome } from '../shared/testing/temp-home.ts'
import { dial, refusalOf } from './relay/testing/client.ts'
import { type RunningAuthority, startAuthority } from './start.ts'

let home: TempHome
let authority: RunningAuthority
let port = 0
const logged: string[] = []

beforeAll(async () => {
  home = await tempHome()
  const started = await startAuthority({
    home: home.path,
    host: null,
    port: 0,
    env: { HOME: home.path, FAIRLEAD_ORIGIN: 'https://fleet.example' },
    log: pino({ level: 'error' }, { write: (line) => void logged.push(line) }),
  })
  if (!started.ok) throw new TypeError(started.refusal.message)
  authority = started.authority
  port = Number(new URL(authority.url).port)
})
afterAll(async () => {
  await authority.stop()
  await home.remove()
})

/** What comes back for a request as it stands; resolves when the authority has closed the connection. */
function raw(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  let answer = ''
  return new Promise((resolve, reject) => {
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

const UPGRADE =
  'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'

test.each(['//%', '/\\', '//[', '/%', '/relay/%', '//relay/connect', '/relay/connect/', '*', 'relay'])(
  'a target that is no path costs one refusal, and its connection: %s',
  async (target) => {
    for (const host of ['fleet.example', '[', 'a b', 'fleet.example:x', '%', '']) {
      for (const more of ['', UPGRADE]) {
        const answer = await raw(
          `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`,
        )
        expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
        expect(answer.length).toBeLessThan(2_000)
      }
    }
  },
)

test('a Host that is no name is told so, and learns nothing of the program', async () => {
  for (const host of ['[', 'a b', '%']) {
    const answer = await raw(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(answer).toStartWith('HTTP/1.1 421 ')
    expect(answer).toContain('"unknown_host"')
    expect(answer).not.toContain('.ts')
  }
  expect(logged).toEqual([])
})

const ASKED: [string, string, Record<string, string>][] = [
  ['GET', '/', {}],
  ['GET', '/assets/nothing.js', {}],
  ['GET', '/health', {}],
  ['GET', '/v1/me', {}],
  ['GET', '/v1/nothing', {}],
  ['POST', '/v1/login', { 'content-type': 'application/json' }],
  ['POST', '/v1/enroll', { 'content-type': 'text/plain' }],
  ['POST', '/', {}],
  ['OPTIONS', '/v1/login', {}],
  ['GET', '/relay/connect', {}],
  ['GET', '/relay/nothing', {}],
  ['GET', '/v1/me', { host: 'evil.example' }],
  ['GET', '/', { host: 'evil.example' }],
  ['GET', '/relay/connect', { host: 'evil.example' }],
]

test.each(ASKED)(
  '%s %s %p: nobody may frame, run, sniff or embed the answer',
  async (method, path, headers) => {
    const { headers: got } = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { host: 'fleet.example', ...headers },
      redirect: 'manual',
    })
    const policy = got.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(got.get('x-content-type-options')).toBe('nosniff')
    expect(got.get('referrer-policy')).toBe('no-referrer')
    expect(got.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(got.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(got.get('strict-transport-security')).toContain('max-age=')
    expect(got.has('access-control-allow-origin')).toBe(false)
  },
)

test('the relay takes no credential from a URL', async () => {
  const socket = await dial(`ws://127.0.0.1:${port}/relay/connect?capability=x&token=y`)
  socket.send({ v: 1 })
  expect(await refusalOf(socket)).toEqual({ code: 'invalid_request', close: 4000 })
})
