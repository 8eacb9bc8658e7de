import { describe, expect, test } from 'bun:test'
import { fromUtf8, utf8 } from '../bytes.ts'
import { CIRCUIT_HEAD_BYTES, CIRCUIT_STREAMS } from '../limits.ts'
import { clearSealer, framesOf, plaintextOf } from '../testing/circuit-pair.ts'
import { type FakeClock, fakeClock } from '../testing/fake-clock.ts'
import { type MemoryEnd, memoryPair } from '../testing/memory-channel.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { inputs } from '../testing/suite-size.ts'
import type { ChannelEvents } from './channel.ts'
import { createEndpoint, type Endpoint, type EndpointOptions } from './endpoint.ts'
import { FrameType, u32 } from './frame.ts'
import { parseReason, type Reason } from './reason.ts'
import { serveCircuit } from './serve.ts'
import { encodeSettings, ourSettings } from './settings.ts'

const FUZZ_INPUTS = inputs(20_000, 1_000_000)
const FUZZ_MS = inputs(20_000, 600_000)
const T = FrameType
type Given = [type: number, stream: number, payload?: Uint8Array | string]
const SETTINGS: Given = [T.settings, 0, encodeSettings(ourSettings)]
const GET: Uint8Array = utf8('{"method":"GET","path":"/x","headers":{}}')

interface Raw {
  clock: FakeClock
  endpoint: Endpoint
  served: string[]
  /** A plaintext of these frames, from a peer that keeps no rules. */
  say(...frames: Given[]): Promise<void>
  /** The reasons of the RESETs that came, by stream. */
  resets(): Record<number, string>
  types(): number[]
  peer: MemoryEnd
}

function raw(role: 'initiator' | 'acceptor', options: Partial<EndpointOptions> = {}): Raw {
  const clock = fakeClock(0)
  const { a: peer, b } = memoryPair()
  const got: { type: number; stream: number; reason: Reason | null }[] = []
  const served: string[] = []
  peer.listen({
    onMessage(message) {
      for (const { type, stream, payload } of framesOf(message)) {
        got.push({ type, stream, reason: type === T.reset ? parseReason(payload) : null })
      }
    },
    onWritable() {},
    onClose() {},
  })
  const endpoint = createEndpoint({ role, channel: b, sealer: clearSealer(), clock, ...options })
  serveCircuit(endpoint, (request) => {
    served.push(new URL(request.url).pathname)
    return new Promise(() => {})
  })
  return {
    clock,
    endpoint,
    served,
    peer,
    async say(...frames) {
      peer.send(plaintextOf(...frames))
      await clock.settle()
      await clock.settle()
    },
    resets: () =>
      Object.fromEntries(got.flatMap(({ stream, reason }) => (reason ? [[stream, reason.code]] : []))),
    types: () => got.map(({ type }) => type),
  }
}

async function endsWith(role: 'initiator' | 'acceptor', frames: Given[]): Promise<string> {
  const { endpoint, say, clock } = raw(role)
  if (role === 'initiator') endpoint.open(GET, { onHead() {} })
  await say(...frames)
  const { status } = endpoint.state
  const reason = status === 'closed' ? endpoint.state.reason.code : status
  endpoint.close({ code: 'idle', message: '' })
  expect(clock.pending()).toBe(0)
  return reason
}

describe('the rules of frames', () => {
  test('whoever breaks one ends the circuit', async () => {
    const window = (credit: number): Uint8Array => u32(credit)
    const open: Given[] = [SETTINGS, [T.request, 1, GET]]
    const toAcceptor: Record<string, Given[]> = {
      'a frame before SETTINGS': [[T.request, 1, GET]],
      'SETTINGS twice': [SETTINGS, SETTINGS],
      'SETTINGS that nobody can keep': [[T.settings, 0, '{"v":1}']],
      'SETTINGS of a stream': [[T.settings, 1, encodeSettings(ourSettings)]],
      'an even stream': [SETTINGS, [T.request, 2, GET]],
      'a stream twice': [...open, [T.request, 1, GET]],
      'a stream below the newest': [SETTINGS, [T.request, 5, GET], [T.request, 3, GET]],
      'REQUEST of the circuit': [SETTINGS, [T.request, 0, GET]],
      'DATA for a stream that never was': [SETTINGS, [T.data, 1, 'x']],
      'DATA of nothing': [...open, [T.data, 1]],
      'DATA after END': [...open, [T.end, 1], [T.data, 1, 'x']],
      'END twice': [...open, [T.end, 1], [T.end, 1]],
      'END with a payload': [...open, [T.end, 1, 'x']],
      'RESPONSE to the one who answers': [...open, [T.response, 1, '{}']],
      'RESET without a reason': [...open, [T.reset, 1, 'no']],
      'RESET of a stream that never was': [SETTINGS, [T.reset, 7, '{"code":"idle","message":""}']],
      'WINDOW of no credit': [...open, [T.window, 1, window(0)]],
      'WINDOW that is no number': [...open, [T.window, 1, 'x']],
      'WINDOW past all credit, of a stream': [...open, [T.window, 1, window(0x80000000)]],
      'WINDOW past all credit, of the circuit': [SETTINGS, [T.window, 0, window(0x80000000)]],
      'PING of seven bytes': [SETTINGS, [T.ping, 0, '1234567']],
      'PONG of nine bytes': [SETTINGS, [T.pong, 0, '123456789']],
      'PING of a stream': [...open, [T.ping, 1, '12345678']],
      'RENEW where nobody judges': [SETTINGS, [T.renew, 0, 'capability']],
      'REKEY that is not the last': [SETTINGS, [T.rekey, 0], [T.ping, 0, '12345678']],
      'REKEY with a payload': [SETTINGS, [T.rekey, 0, 'x']],
      'REKEY of a stream': [...open, [T.rekey, 1]],
      'GOAWAY without a reason': [SETTINGS, [T.goaway, 0, '{}']],
      'a type that nobody knows': [SETTINGS, [99, 0]],
    }
    for (const [what, frames] of Object.entries(toAcceptor)) {
      expect([what, await endsWith('acceptor', frames)]).toEqual([what, 'protocol_error'])
    }
    const head = '{"status":200,"headers":{}}'
    const toInitiator: Record<string, Given[]> = {
      'REQUEST to the one who asks': [SETTINGS, [T.request, 3, GET]],
      'DATA before RESPONSE': [SETTINGS, [T.data, 1, 'x']],
      'END before RESPONSE': [SETTINGS, [T.end, 1]],
      'RESPONSE twice': [SETTINGS, [T.response, 1, head], [T.response, 1, head]],
      'RESPONSE that is too large': [SETTINGS, [T.response, 1, ' '.repeat(CIRCUIT_HEAD_BYTES + 1)]],
      'RESPONSE to what was never asked': [SETTINGS, [T.response, 3, head]],
      'RENEW to the one who shows': [SETTINGS, [T.renew, 0, 'capability']],
    }
    for (const [what, frames] of Object.entries(toInitiator)) {
      expect([what, await endsWith('initiator', frames)]).toEqual([what, 'protocol_error'])
    }
  })

  test('DATA without credit ends it, of a stream and of the circuit', async () => {
    const small = { ...ourSettings, streamWindow: 16_384, circuitWindow: 32_768 }
    const full = 'x'.repeat(16_384)
    const { endpoint, say, clock } = raw('acceptor', { settings: small })
    const put = utf8('{"method":"PUT","path":"/x","headers":{}}')
    await say(SETTINGS, [T.request, 1, put], [T.data, 1, full], [T.request, 3, put], [T.data, 3, full])
    expect(endpoint.state.status).toBe('open')
    await say([T.request, 5, put], [T.data, 5, 'x'])
    expect(endpoint.state).toMatchObject({ status: 'closed', reason: { code: 'protocol_error' } })
    expect(clock.pending()).toBe(0)
    const other = raw('acceptor', { settings: { ...small, circuitWindow: 65_536 } })
    await other.say(SETTINGS, [T.request, 1, put], [T.data, 1, full], [T.data, 1, 'x'])
    expect(other.endpoint.state).toMatchObject({ status: 'closed', reason: { code: 'protocol_error' } })
  })

  test('an answer that is whole is given, though the message that brought it ends the circuit', async () => {
    const { endpoint, say } = raw('initiator')
    const heads: string[] = []
    endpoint.open(GET, { onHead: (head) => heads.push(fromUtf8(head)) })
    await say(SETTINGS, [T.response, 1, '{}'], [T.end, 1], [99, 0])
    expect(heads).toEqual(['{}'])
    expect((await endpoint.closed).code).toBe('protocol_error')
  })

  test('requests that come before there is anybody to serve them wait', async () => {
    const { a, b } = memoryPair()
    const early = {
      ...b,
      listen(events: ChannelEvents) {
        events.onMessage(plaintextOf(SETTINGS, [T.request, 1, GET]))
        b.listen(events)
      },
    }
    a.listen({ onMessage() {}, onWritable() {}, onClose() {} })
    const endpoint = createEndpoint({
      role: 'acceptor',
      channel: early,
      sealer: clearSealer(),
      clock: fakeClock(0),
    })
    const served: string[] = []
    serveCircuit(endpoint, (request) => {
      served.push(request.url)
      return new Response('x')
    })
    expect(served).toEqual(['http://machine/x'])
    endpoint.close({ code: 'idle', message: '' })
  })

  test('what is late for a stream that is gone is passed over', async () => {
    const { endpoint, say } = raw('acceptor')
    const cancel = '{"code":"cancelled","message":""}'
    await say(SETTINGS, [T.request, 1, GET], [T.reset, 1, cancel])
    await say([T.data, 1, 'late'], [T.window, 1, u32(5)], [T.end, 1], [T.reset, 1, cancel])
    expect(endpoint.state.status).toBe('open')
    endpoint.close({ code: 'idle', message: '' })
  })

  test('a request that is refused costs its stream, not the circuit', async () => {
    const { endpoint, say, resets, served } = raw('acceptor')
    await say(
      SETTINGS,
      [T.request, 1, ' '.repeat(CIRCUIT_HEAD_BYTES + 1)],
      [T.request, 3, '{"method":"GET","path":"//evil","headers":{}}'],
      [T.request, 5, GET],
    )
    expect(resets()).toEqual({ 1: 'head_too_large', 3: 'invalid_request' })
    expect(served).toEqual(['/x'])
    for (let id = 7; id < 7 + 2 * CIRCUIT_STREAMS; id += 2) await say([T.request, id, GET])
    expect(resets()[7 + 2 * (CIRCUIT_STREAMS - 1)]).toBe('too_many_streams')
    expect(served.length).toBe(CIRCUIT_STREAMS)
    endpoint.close({ code: 'idle', message: '' })
  })

  test('of many PINGs the last is answered', async () => {
    const { endpoint, say, types } = raw('acceptor')
    await say(SETTINGS, ...Array.from({ length: 500 }, (): Given => [T.ping, 0, '12345678']))
    expect(types().filter((type) => type === T.pong).length).toBe(1)
    endpoint.close({ code: 'idle', message: '' })
  })

  test(
    `${FUZZ_INPUTS} plaintexts of chance throw nothing and end a circuit or leave it sound`,
    async () => {
      const random = seededRandom(11)
      const known = Object.values(FrameType)
      let it = raw('acceptor', { onRenew: () => null })
      const kinds = [
        GET,
        encodeSettings(ourSettings),
        u32(9),
        utf8('{"code":"idle","message":""}'),
        utf8('12345678'),
      ]
      let ended = 0
      await it.say(SETTINGS, [T.renew, 0, 'c'])
      for (let n = 0; n < FUZZ_INPUTS; n++) {
        const frames = Array.from({ length: 1 + random.int(3) }, (): Given => {
          const payload =
            random.int(3) === 0 ? random(random.int(60)) : (kinds[random.int(kinds.length)] ?? GET)
          return [
            known[random.int(known.length)] ?? 0,
            random.int(2) === 0 ? 0 : 2 * n + 1 - 2 * random.int(3),
            payload,
          ]
        })
        it.peer.send(plaintextOf(...frames))
        if (n % 20 !== 0) continue
        await it.clock.settle()
        if (it.endpoint.state.status === 'open') continue
        ended++
        it.endpoint.close({ code: 'idle', message: '' })
        expect(it.clock.pending()).toBe(0)
        it = raw('acceptor', { onRenew: () => null })
        await it.say(SETTINGS, [T.renew, 0, 'c'])
      }
      expect(ended).toBeGreaterThan(100)
      it.endpoint.close({ code: 'idle', message: '' })
    },
    FUZZ_MS,
  )
})

describe('RENEW', () => {
  test('nothing is served before a capability was accepted, and then what came with it is', async () => {
    const verdict = Promise.withResolvers<Reason | null>()
    const { endpoint, say, served, resets } = raw('acceptor', { onRenew: () => verdict.promise })
    await say(SETTINGS, [T.request, 1, GET])
    expect(resets()).toEqual({ 1: 'unauthenticated' })
    await say([T.renew, 0, 'capability'], [T.request, 3, GET])
    await say([T.request, 5, GET])
    expect(served).toEqual([])
    verdict.resolve(null)
    await say([T.request, 7, GET])
    expect(served).toEqual(['/x', '/x', '/x'])
    endpoint.close({ code: 'idle', message: '' })
  })

  test('one that is refused ends the circuit with its reason', async () => {
    const shown: string[] = []
    const onRenew = (capability: string): Reason | null => {
      shown.push(capability)
      return shown.length === 1 ? null : { code: 'revoked', message: 'no more' }
    }
    const { endpoint, say, clock } = raw('acceptor', { onRenew })
    await say(SETTINGS, [T.renew, 0, 'first'], [T.request, 1, GET])
    await say([T.renew, 0, 'second'])
    expect(shown).toEqual(['first', 'second'])
    expect((await endpoint.closed).code).toBe('revoked')
    expect(clock.pending()).toBe(0)
  })
})
