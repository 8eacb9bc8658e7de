import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { CIRCUIT_HEAD_BYTES, CIRCUIT_SEND_QUEUE_BYTES } from '../limits.ts'
import { type CircuitPair, circuitPair } from '../testing/circuit-pair.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { FrameType } from './frame.ts'
import { ourSettings } from './settings.ts'

const KIB = 1024
const SMALL = { ...ourSettings, streamWindow: 16 * KIB, circuitWindow: 64 * KIB }

/** `bytes` bytes that say where they belong, in pieces of `piece`. */
function patterned(bytes: number, piece: number, seed: number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        const size = Math.min(piece, bytes - at)
        if (size > 0) controller.enqueue(Uint8Array.from({ length: size }, (_, i) => (at + i) * 31 + seed))
        at += size
        if (at >= bytes) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** How many bytes came, when each was the one that belongs there. */
async function checked(body: ReadableStream<Uint8Array> | null, seed: number): Promise<number> {
  let at = 0
  for await (const part of body ?? []) {
    for (const byte of part) if (byte !== ((at++ * 31 + seed) & 0xff)) return -1
  }
  return at
}

/** POST /PIECE/BYTES/SEED: reads the request's body and answers with one of its own, and says whether the first was right. */
async function exchange(request: Request): Promise<Response> {
  const [, piece = 0, bytes = 0, seed = 0] = new URL(request.url).pathname.split('/').map(Number)
  const got = await checked(request.body, seed)
  return new Response(patterned(bytes, piece, seed), { headers: { etag: String(got) } })
}

interface Exchange {
  up: number
  down: number
  piece: number
  seed: number
}

async function run(pair: CircuitPair, { up, down, piece, seed }: Exchange): Promise<[string | null, number]> {
  const body = up === 0 ? null : patterned(up, piece, seed)
  const init = { method: 'POST', body, duplex: 'half' }
  const response = await pair.fetch(`http://machine/${piece}/${down}/${seed}`, init)
  return [response.headers.get('etag'), await checked(response.body, seed)]
}

const size = fc.oneof(fc.nat(200), fc.nat(20_000), fc.nat(150_000))
const exchangeOf = fc.record({
  up: size,
  down: size,
  piece: fc.constantFrom(100, 1_000, 4_096, 40_000),
  seed: fc.nat(255),
})

describe('a circuit', () => {
  test('any requests at once, at any timing, deliver exactly their bytes within every window', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(exchangeOf, { minLength: 1, maxLength: 10 }),
        fc.nat(0xffff),
        fc.constantFrom(SMALL, ourSettings),
        async (exchanges, seed, settings) => {
          const pair = circuitPair({
            handle: exchange,
            random: seededRandom(seed),
            turnsMost: 3,
            highWater: 20_000,
            device: { settings },
            machine: { settings },
          })
          const results = await Promise.all(exchanges.map((one) => run(pair, one)))
          expect(results).toEqual(exchanges.map(({ up, down }) => [String(up), down]))
          expect(pair.overrun()).toBeNull()
          pair.close()
          expect(pair.clock.pending()).toBe(0)
        },
      ),
      { numRuns: 25 },
    )
  }, 30_000)

  test('when both sides are done nothing is left of any stream', async () => {
    const pair = circuitPair({ handle: exchange })
    await Promise.all(
      Array.from({ length: 20 }, (_, seed) => run(pair, { up: 5_000, down: 5_000, piece: 1_000, seed })),
    )
    await pair.clock.settle()
    expect([pair.device.streams, pair.machine.streams]).toEqual([0, 0])
    pair.close()
  })

  test('a reader that stops holds one window of the circuit and a bounded queue, however much there is', async () => {
    let made = 0
    const endless = new ReadableStream({
      pull(controller) {
        made += 64 * KIB
        controller.enqueue(new Uint8Array(64 * KIB))
      },
    })
    const pair = circuitPair({ handle: () => new Response(endless) })
    const response = await pair.fetch('http://machine/endless')
    for (let n = 0; n < 50; n++) await pair.clock.settle()
    const most = ourSettings.streamWindow + CIRCUIT_SEND_QUEUE_BYTES + 3 * 64 * KIB
    expect(made).toBeLessThanOrEqual(most)
    expect(made).toBeGreaterThanOrEqual(ourSettings.streamWindow)
    await response.body?.cancel()
    pair.close()
  })

  test('a channel that is full holds a writer back too', async () => {
    let made = 0
    const endless = new ReadableStream({
      pull(controller) {
        made += 64 * KIB
        controller.enqueue(new Uint8Array(64 * KIB))
      },
    })
    const pair = circuitPair({ handle: () => new Response(endless), highWater: 128 * KIB })
    const response = await pair.fetch('http://machine/endless')
    pair.wire.b.pause()
    for (let n = 0; n < 50; n++) await pair.clock.settle()
    expect(pair.wire.b.onTheWay).toBeLessThan(256 * KIB)
    expect(made).toBeLessThan(CIRCUIT_SEND_QUEUE_BYTES + 512 * KIB)
    pair.wire.b.resume()
    await response.body?.cancel()
    pair.close()
  })

  test('downloads that nobody reads, more than the circuit’s window, do not stall an event stream', async () => {
    const bulk = (): Response => new Response(patterned(4 * 1024 * KIB, 64 * KIB, 0))
    let event = 0
    const events = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(`event ${event} ${'x'.repeat(1_000)}\n`))
        if (++event === 2_000) controller.close()
      },
    })
    const pair = circuitPair({
      handle: (request) => (request.url.endsWith('/bulk') ? bulk() : new Response(events)),
    })
    const stalled = await Promise.all(Array.from({ length: 12 }, () => pair.fetch('http://machine/bulk')))
    for (let n = 0; n < 30; n++) await pair.clock.settle()
    const text = await (await pair.fetch('http://machine/events')).text()
    expect(text.split('\n').length).toBe(2_001)
    expect(pair.overrun()).toBeNull()
    for (const response of stalled) await response.body?.cancel()
    const after = await pair.fetch('http://machine/bulk')
    expect(await checked(after.body, 0)).toBe(4 * 1024 * KIB)
    pair.close()
  })

  test('an event stream that was read before they stalled is known to have been', async () => {
    let push: (bytes: number) => void = () => {}
    const events = new ReadableStream({
      start(controller) {
        push = (bytes) => controller.enqueue(new Uint8Array(bytes))
      },
    })
    const pair = circuitPair({
      handle: (request) =>
        new Response(request.url.endsWith('/bulk') ? patterned(4 * 1024 * KIB, 64 * KIB, 0) : events),
    })
    const reader = (await pair.fetch('http://machine/events')).body?.getReader()
    const readAll = async (bytes: number): Promise<void> => {
      for (let left = bytes; left > 0; ) left -= (await reader?.read())?.value?.length ?? 0
    }
    push(400 * KIB)
    await readAll(400 * KIB)
    const stalled = await Promise.all(Array.from({ length: 12 }, () => pair.fetch('http://machine/bulk')))
    for (let n = 0; n < 30; n++) await pair.clock.settle()
    push(100 * KIB)
    await readAll(100 * KIB)
    for (const response of stalled) await response.body?.cancel()
    await reader?.cancel()
    pair.close()
  })

  test('no credit is given for a stream whose body is whole or cut', async () => {
    for (const [how, size] of [
      ['read', 900 * KIB],
      ['cancelled', 900 * KIB],
      ['cancelled', 5_000 * KIB],
    ] as const) {
      const pair = circuitPair({ handle: () => new Response(new Uint8Array(size)) })
      const response = await pair.fetch('http://machine/x')
      for (let n = 0; n < 20; n++) await pair.clock.settle()
      expect(pair.sent.machine.some(({ type }) => type === FrameType.end)).toBe(size < 1024 * KIB)
      if (how === 'read') await response.bytes()
      else await response.body?.cancel()
      for (let n = 0; n < 5; n++) await pair.clock.settle()
      expect(pair.sent.device.some(({ type, stream }) => type === FrameType.window && stream === 1)).toBe(
        false,
      )
      pair.close()
    }
  })

  test('large heads go out in order with their bodies', async () => {
    const etag = 'x'.repeat(9_000)
    const pair = circuitPair({ handle: () => new Response('body', { headers: { etag } }) })
    const whole = await Promise.all(
      Array.from({ length: 5 }, async () => (await pair.fetch('http://machine/x')).text()),
    )
    expect(whole).toEqual(Array.from({ length: 5 }, () => 'body'))
    const room = CIRCUIT_HEAD_BYTES - '{"method":"GET","path":"/","headers":{}}'.length
    const longest = await pair.fetch(`http://machine/${'a'.repeat(room)}`)
    expect([longest.status, pair.sent.device.at(-2)?.length]).toEqual([200, CIRCUIT_HEAD_BYTES])
    expect((await pair.fetch(`http://machine/${'a'.repeat(room + 1)}`)).status).toBe(431)
    pair.close()
  })

  test('streams take turns: none is further ahead than a few frames', async () => {
    const pair = circuitPair({ handle: () => new Response(patterned(600 * KIB, 64 * KIB, 1)) })
    const all = Array.from({ length: 6 }, async () => checked((await pair.fetch('http://machine/x')).body, 1))
    await Promise.all(all)
    const sums = new Map<number, number>()
    let furthest = 0
    for (const { type, stream, length } of pair.sent.machine) {
      if (type !== FrameType.data) continue
      sums.set(stream, (sums.get(stream) ?? 0) + length)
      const active = [...sums.values()].filter((sum) => sum < 600 * KIB)
      if (sums.size === 6 && active.length === 6)
        furthest = Math.max(furthest, Math.max(...active) - Math.min(...active))
    }
    expect(furthest).toBeLessThanOrEqual(4 * 64 * KIB)
    pair.close()
  })

  test('windows grow with a long round trip and a fast reader', async () => {
    const pair = circuitPair({ handle: () => new Response(patterned(12 * 1024 * KIB, 64 * KIB, 2)) })
    // A clock that runs: the first PING takes 100 ms, everything after it no time at all.
    pair.wire.b.pause()
    await pair.clock.settle(100)
    pair.wire.b.resume()
    const response = await pair.fetch('http://machine/x')
    expect(pair.device.roundTripMs).toBe(100)
    expect(await checked(response.body, 2)).toBe(12 * 1024 * KIB)
    const credits = pair.sent.device.filter(({ type, stream }) => type === FrameType.window && stream !== 0)
    const given = credits.reduce((sum, { payload }) => sum + new DataView(payload.buffer).getUint32(0), 0)
    expect(given).toBeGreaterThan(12 * 1024 * KIB)
    expect(pair.overrun()).toBeNull()
    pair.close()
  })

  test('small frames of one tick share a message', async () => {
    const pair = circuitPair()
    await pair.fetch('http://machine/first')
    let messages = 0
    pair.wire.a.observe(() => messages++)
    pair.wire.b.observe(() => messages++)
    await Promise.all(Array.from({ length: 20 }, () => pair.fetch('http://machine/x')))
    expect(messages).toBeLessThanOrEqual(4)
    pair.close()
  })
})
