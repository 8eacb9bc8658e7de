/** The two doors of a running daemon: its loopback port, its socket, and what either says to what it cannot take. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DAEMON_BODY_BYTES } from '../../shared/limits.ts'
import { type Machine, startMachine } from '../testing/machine.ts'

// Processes of its own on a machine that is busy with other tests.
setDefaultTimeout(20_000)

let machine: Machine
let secret = ''
beforeAll(async () => {
  machine = await startMachine()
  secret = readFileSync(join(machine.home, 'secret'), 'utf8')
})
afterAll(() => machine.end(), 20_000)

interface Answer {
  status: number
  body: { error?: { code: string; message: string; detail?: { field?: string } } }
}
const read = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.json(),
})
const byPort = async (path: string, init: RequestInit = {}): Promise<Answer> => {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...init.headers }
  return await read(await fetch(`${machine.rig.url}${path}`, { ...init, headers }))
}
const bySocket = async (path: string, init: RequestInit = {}): Promise<Answer> => {
  const headers = { 'content-type': 'application/json', ...init.headers }
  return await read(await machine.rig.fetch(path, { ...init, headers }))
}
const refusal = (status: number, code: string, detail?: object) => ({
  status,
  body: { error: { code, ...(detail ? { detail } : {}) } },
})

/** A request as it stands, over the port; its status line. */
function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(machine.rig.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      resolve(chunk.toString().split('\r\n')[0] ?? '')
      socket.destroy()
    })
  })
}

test('the port asks for the secret, the socket for nothing but being able to open it', async () => {
  expect(await byPort('/v1/status')).toMatchObject({ status: 200 })
  expect(await bySocket('/v1/status')).toMatchObject({ status: 200 })
  expect(await byPort('/v1/status', { headers: { authorization: '' } })).toMatchObject(
    refusal(401, 'unauthenticated'),
  )
  expect(statSync(machine.home).mode & 0o777).toBe(0o700)
  expect(statSync(join(machine.home, 'secret')).mode & 0o777).toBe(0o600)
})

test('a rebound name and another page are refused, the secret notwithstanding', async () => {
  const host = await byPort('/v1/status', { headers: { host: 'evil.example' } })
  expect(host).toMatchObject(refusal(400, 'invalid_host'))
  const origin = await byPort('/v1/sessions', {
    method: 'POST',
    body: '{}',
    headers: { origin: 'http://evil.example' },
  })
  expect(origin).toMatchObject(refusal(403, 'origin_refused'))
  expect(await byPort('/v1/status', { headers: { origin: machine.rig.url } })).toMatchObject({ status: 200 })
})

test('no way of writing a path gets past the door', async () => {
  for (const path of ['/health/../v1/status', '//v1/status', '/v1/status/../../health', '/%76%31/status']) {
    const line = await raw(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
    expect(line).toMatch(/ (?:401|404) |^HTTP\/1.1 200 OK$/)
    if (line.includes('200')) expect(path).toContain('/../../health')
  }
  const absolute =
    'GET http://127.0.0.1/v1/status HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'
  expect(await raw(absolute)).toMatch(/ 40[01] /)
})

for (const [door, ask] of [
  ['port', byPort],
  ['socket', bySocket],
] as const) {
  test(`by the ${door}: a route that is not there is told in our words`, async () => {
    expect(await ask('/v1/nothing')).toMatchObject(refusal(404, 'route_not_found'))
    expect(await ask('/v1/sessions', { method: 'PUT', body: '{}' })).toMatchObject(
      refusal(404, 'route_not_found'),
    )
  })

  test(`by the ${door}: a body that is no JSON, and one with a wrong field, are refused with the field`, async () => {
    const post = (body: string, headers: Record<string, string> = {}) =>
      ask('/v1/sessions', { method: 'POST', body, headers })
    expect(await post('{"agent":')).toMatchObject(refusal(422, 'invalid_request'))
    expect(await post('{"cwd":"/"}')).toMatchObject(refusal(422, 'invalid_request', { field: 'body/agent' }))
    expect(await post('{"agent":"demo","cwd":7}')).toMatchObject(
      refusal(422, 'invalid_request', { field: 'body/cwd' }),
    )
    expect(await post('{"agent":"demo","cwd":"/","nickname":"No"}')).toMatchObject(
      refusal(422, 'invalid_request', { field: 'body/nickname' }),
    )
    expect(await post('{}', { 'content-type': 'text/plain' })).toMatchObject(refusal(422, 'invalid_request'))
    expect(await ask('/v1/sessions/x/events?after=-1')).toMatchObject(
      refusal(422, 'invalid_request', { field: 'query/after' }),
    )
    expect(await ask('/v1/sessions/nobody')).toMatchObject(refusal(404, 'session_not_found'))
  })

  test(`by the ${door}: a body of a million brackets is one that is not as it must be`, async () => {
    const deep = '['.repeat(1_000_000)
    for (const body of [
      deep,
      `${deep}${']'.repeat(1_000_000)}`,
      `{"agent":"demo","cwd":"/","text":${deep}`,
    ]) {
      expect(await ask('/v1/sessions', { method: 'POST', body })).toMatchObject(
        refusal(422, 'invalid_request'),
      )
    }
    const nested = `{"agent":"demo","cwd":"/","text":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
    expect(await ask('/v1/sessions', { method: 'POST', body: nested })).toMatchObject(
      refusal(422, 'invalid_request'),
    )
  })

  test(`by the ${door}: a body over 4 MiB is refused, whether it says its length or not`, async () => {
    const large = JSON.stringify({ agent: 'demo', cwd: '/', text: 'x'.repeat(DAEMON_BODY_BYTES) })
    const streamed = (): ReadableStream<Uint8Array> => new Blob([large]).stream()
    for (const body of [large, streamed()]) {
      const answer = await ask('/v1/sessions', { method: 'POST', body })
      expect(answer).toMatchObject(refusal(413, 'body_too_large'))
    }
    expect(await ask('/v1/status')).toMatchObject({ status: 200 })
  })
}

test('a message over 1 MiB is refused, one of just that is taken', async () => {
  const text = 'x'.repeat(1024 * 1024)
  const over = await bySocket('/v1/sessions', {
    method: 'POST',
    body: JSON.stringify({ agent: 'demo', cwd: '/', text: `${text}x` }),
  })
  expect(over).toMatchObject(refusal(413, 'body_too_large'))
  const id = await machine.begin(text)
  expect(await machine.event(id, 'prompt')).toMatchObject({ text: { bytes: text.length } })
})
