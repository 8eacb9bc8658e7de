/** Circuits from a device through a real relay into a real daemon. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { relayLimits } from '../../server/relay/limits.ts'
import { createRelay } from '../../server/relay/relay.ts'
import { dialConnect } from '../../shared/relay/dial-connect.ts'
import { rejection } from '../../shared/testing/rejection.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import { systemClock } from '../../shared/time.ts'
import { nodeVerifier } from '../../shared/token/node-verifier.ts'
import { thumbprint } from '../../shared/token/thumbprint.ts'
import { askDigest } from '../../shared/wire/ask-digest.ts'
import { startAuthority, type TestAuthority } from '../testing/authority.ts'
import { type TestCircuit, type TestDevice, testDevice } from '../testing/device.ts'
import { type EnrolledMachine, enrolledMachine } from '../testing/enrolled-machine.ts'

const PAIRING = 'AAECAwQFBgcICQoLDA0ODw'
const JSON_TYPE = { 'content-type': 'application/json' }

let authority: TestAuthority
let machine: EnrolledMachine

beforeAll(async () => {
  authority = startAuthority((parts) => createRelay({ ...parts, limits: relayLimits, verify: nodeVerifier }))
  machine = await enrolledMachine(authority, { pairing: PAIRING })
})
afterAll(async () => {
  await machine.end()
  await authority.stop()
}, 20_000)

const device = () => testDevice(authority)
const now = (): number => Math.floor(systemClock.now() / 1000)

const post = (circuit: TestCircuit, path: string, body: object, headers: Record<string, string> = {}) =>
  circuit.fetch(`http://machine${path}`, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  })
const json = async (response: Promise<Response>): Promise<Record<string, unknown>> => (await response).json()
/** Reads a stream until a word comes. */
async function untilSaid(circuit: TestCircuit, path: string, word: string): Promise<void> {
  const abort = new AbortController()
  const response = await circuit.fetch(`http://machine${path}`, { signal: abort.signal })
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes(word)) return abort.abort()
  }
  throw new Error(`the stream ended without ${word}`)
}
const sessionCount = async (): Promise<number> => {
  const sessions: unknown[] = await (await machine.local('/v1/sessions')).json()
  return sessions.length
}

test('the first device that proves the pairing secret is let in, and the machine proves it too', async () => {
  const circuit = await device().circuit({ pairing: PAIRING })
  expect(circuit.paired).toBe(true)
  expect(await json(circuit.fetch('http://machine/v1/status'))).toMatchObject({
    enrollment: { machine: 'm_test', issuer: 'i_test', owner: 'ada' },
    tunnel: { state: 'online' },
  })
  circuit.close()
  const second = await testDevice(authority, { seed: 2 }).open({ pairing: PAIRING })
  expect(second.kind).toBe('waiting')
  if (second.kind === 'waiting') second.leave()
})

test('what a person answers through a circuit is recorded as done by that person and device', async () => {
  const circuit = await device().circuit()
  const session = await json(
    post(circuit, '/v1/sessions', { agent: 'demo', cwd: machine.home, text: 'run: true\nsay: done' }),
  )
  const path = `/v1/sessions/${session.id}`
  await untilSaid(circuit, `${path}/events`, 'permission_request')
  const asks = await (await circuit.fetch(`http://machine${path}/asks`)).json()
  const answered = await post(circuit, `${path}/asks/${asks[0].id}/answer`, {
    shown: askDigest(asks[0]),
    option: 'once',
  })
  expect(answered.status).toBe(200)
  const records = await (await machine.local('/v1/asks/history')).json()
  expect(records[0].by).toEqual({ door: 'device', sub: 'u_ada', device: 'd_1' })
  circuit.close()
}, 20_000)

test('a command is the device’s own: another circuit of it knows the outcome, the machine itself does not', async () => {
  const first = await device().circuit()
  const body = { agent: 'demo', cwd: machine.home }
  const headers = { 'idempotency-key': 'once' }
  const made = await json(post(first, '/v1/sessions', body, headers))
  first.close()
  const second = await testDevice(authority, { sid: 'k_later' }).circuit()
  expect(await json(post(second, '/v1/sessions', body, headers))).toMatchObject({ id: made.id })
  expect((await second.fetch('http://machine/v1/commands/once')).status).toBe(200)
  expect((await machine.local('/v1/commands/once')).status).toBe(404)
  second.close()
})

test('the machine’s stream comes through, and ends with its circuit', async () => {
  const circuit = await device().circuit()
  const response = await circuit.fetch('http://machine/v1/stream', {
    headers: { accept: 'text/event-stream' },
  })
  const reader = response.body?.getReader()
  const first = await reader?.read()
  expect(new TextDecoder().decode(first?.value)).toContain('"hello"')
  circuit.close()
  await rejection(
    (async () => {
      for (;;) if ((await reader?.read())?.done) return
    })(),
  )
})

test('a renewal by the same holder goes on; one that ends no later, or is another’s, ends the circuit', async () => {
  const owner = device()
  const first = owner.mint({ exp: now() + 200 })
  const circuit = await owner.circuit({ capability: first })
  circuit.renew(owner.mint({ exp: now() + 250 }))
  expect((await circuit.fetch('http://machine/v1/status')).status).toBe(200)
  circuit.renew(first)
  expect(await circuit.endpoint.closed).toMatchObject({ code: 'token_invalid' })
  const others: [Record<string, unknown>, string][] = [
    [{ sub: 'u_eve' }, 'token_invalid'],
    [{ dev: 'd_9' }, 'token_invalid'],
    [{ sid: 'k_9' }, 'token_invalid'],
    [{ aud: 'm_other' }, 'wrong_audience'],
    [{ iss: 'i_other' }, 'wrong_issuer'],
    [
      { cnf: { jkt: thumbprint('X25519', testDevice(authority, { seed: 2 }).key.publicKey) } },
      'wrong_device',
    ],
    [{ exp: now() + 100 }, 'token_invalid'],
  ]
  for (const [change, code] of others) {
    const other = await owner.circuit({ capability: first })
    other.renew(owner.mint(change))
    expect([change, await other.endpoint.closed]).toMatchObject([change, { code }])
  }
})

test('a renewal with less cuts what goes on under the scope that is gone, and refuses it from then on', async () => {
  const owner = device()
  const circuit = await owner.circuit({ capability: owner.mint({ exp: now() + 200 }) })
  const stream = await circuit.fetch('http://machine/v1/stream')
  const reader = stream.body?.getReader()
  await reader?.read()
  circuit.renew(owner.mint({ scp: ['session:write'] }))
  expect(
    await rejection(
      (async () => {
        for (;;) if ((await reader?.read())?.done) return
      })(),
    ),
  ).toMatchObject({ code: 'scope_lost' })
  expect(await json(circuit.fetch('http://machine/v1/status'))).toMatchObject({
    error: { code: 'scope_missing' },
  })
  circuit.close()
})

test('a request whose body is still coming when its scope goes is refused', async () => {
  const owner = device()
  const circuit = await owner.circuit({ capability: owner.mint({ exp: now() + 200 }) })
  const before = await sessionCount()
  const body = new TransformStream<Uint8Array, Uint8Array>()
  const writer = body.writable.getWriter()
  const init = { method: 'POST', headers: JSON_TYPE, body: body.readable, duplex: 'half' }
  const answer = json(circuit.fetch('http://machine/v1/sessions', init))
  const half = JSON.stringify({ agent: 'demo', cwd: machine.home })
  await writer.write(new TextEncoder().encode(half.slice(0, 10)))
  expect((await circuit.fetch('http://machine/v1/status')).status).toBe(200)
  circuit.renew(owner.mint({ scp: ['session:read'] }))
  expect((await circuit.fetch('http://machine/v1/status')).status).toBe(200)
  await writer.write(new TextEncoder().encode(half.slice(10)))
  await writer.close()
  expect(await answer).toMatchObject({ error: { code: 'scope_missing' } })
  expect(await sessionCount()).toBe(before)
  circuit.close()
})

test('a capability that is not renewed ends its circuit', async () => {
  const owner = device()
  const capability = owner.mint({ iat: now() - 200, nbf: now() - 200, exp: now() - 58 })
  const circuit = await owner.circuit({ capability })
  expect((await circuit.fetch('http://machine/v1/status')).status).toBe(200)
  expect(await circuit.endpoint.closed).toMatchObject({ code: 'token_expired' })
})

test('a new signing key is learned, acknowledged, and signs capabilities', async () => {
  authority.addKey(7)
  await waitFor('the acknowledgement', 5_000, () => authority.acked.statements.includes(2))
  const circuit = await device().circuit()
  expect((await circuit.fetch('http://machine/v1/status')).status).toBe(200)
  circuit.close()
})

test('a recorded circuit that is played again has no effect', async () => {
  const sent: Uint8Array<ArrayBuffer>[] = []
  const recording = (url: string): WebSocket => {
    const socket = new WebSocket(url)
    const send = socket.send.bind(socket)
    socket.send = (data) => {
      if (data instanceof Uint8Array) sent.push(Uint8Array.from(data))
      send(data)
    }
    return socket
  }
  const owner = device()
  const capability = owner.mint()
  const circuit = await owner.circuit({ capability, openSocket: recording })
  expect((await post(circuit, '/v1/sessions', { agent: 'demo', cwd: machine.home })).status).toBe(201)
  circuit.close()
  const before = await sessionCount()

  const dialled = await dialConnect({
    url: `${authority.relayUrl}/relay/connect`,
    capability,
    clock: systemClock,
    openSocket: (url) => new WebSocket(url),
  })
  if (!dialled.ok) throw dialled.error
  const answers: number[] = []
  const closed = Promise.withResolvers<void>()
  dialled.value.listen({
    onMessage: (message) => void answers.push(message.length),
    onWritable: () => undefined,
    onClose: closed.resolve,
  })
  expect(sent.length).toBeGreaterThan(3)
  for (const message of sent) dialled.value.send(message)
  await closed.promise
  expect(answers).toEqual([48]) // message 2, which says nothing
  expect(await sessionCount()).toBe(before)
})

async function approvedAnew(device: TestDevice): Promise<TestCircuit> {
  const waiting = await device.open()
  if (waiting.kind !== 'waiting') throw new Error(waiting.kind)
  const headers = { 'content-type': 'application/json' }
  const path = `/v1/lock/pending/${waiting.pending}/approval`
  await machine.local(path, { method: 'POST', headers, body: '{}' })
  const opened = await waiting.settled
  if (opened.kind !== 'open') throw new Error(opened.kind)
  return opened.circuit
}

test('a revocation ends the circuits it names, is acknowledged, and its outcomes are forgotten', async () => {
  const circuit = await device().circuit()
  const other = await testDevice(authority, { sid: 'k_other' }).circuit()
  authority.revoke({ sid: 'k_1' })
  await circuit.endpoint.closed
  await waitFor('the acknowledgement', 5_000, () => authority.acked.revocations.length === 1)
  expect((await other.fetch('http://machine/v1/status')).status).toBe(200)
  expect((await other.fetch('http://machine/v1/commands/once')).status).toBe(200)
  authority.revoke({ dev: 'd_1' })
  await other.endpoint.closed
  await waitFor('the acknowledgement', 5_000, () => authority.acked.revocations.length === 2)
  // Retired, it is out of the lock too: it is let in once more, and what it did before is not its to ask about.
  const again = await approvedAnew(testDevice(authority, { sid: 'k_new' }))
  expect((await again.fetch('http://machine/v1/commands/once')).status).toBe(404)
  again.close()
})

test('what a machine announces is its version and the agents it has', async () => {
  expect(authority.seen[0]?.version).toMatch(/^\d+\.\d+\.\d+$/)
})
