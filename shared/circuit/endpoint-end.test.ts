import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { utf8 } from '../bytes.ts'
import { CIRCUIT_DEAD_MS, CIRCUIT_IDLE_MS, CIRCUIT_STREAMS } from '../limits.ts'
import { circuitPair } from '../testing/circuit-pair.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { FrameType } from './frame.ts'
import { ourSettings } from './settings.ts'

const KIB = 1024
const never = (): Promise<never> => new Promise(() => {})
const REASON = { code: 'revoked', message: 'the grant is gone' }

/** Answers at once with a body of many pieces, and reads the request's meanwhile. */
async function talkative(request: Request): Promise<Response> {
  let left = 40
  const reading = request.body ? request.bytes().catch(() => null) : null
  const body = new ReadableStream({
    async pull(controller) {
      controller.enqueue(new Uint8Array(9 * KIB))
      if (--left > 0) return
      await reading
      controller.close()
    },
  })
  return new Response(body)
}

describe('the end of a stream', () => {
  test('an abort at any point frees everything on both sides, and the circuit goes on', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(0xffff), fc.nat(40), fc.nat(300 * KIB), async (seed, turns, up) => {
        const pair = circuitPair({ handle: talkative, random: seededRandom(seed), turnsMost: 2 })
        const abort = new AbortController()
        const asked = pair
          .fetch('http://machine/x', {
            method: 'POST',
            body: new Blob([new Uint8Array(up)]),
            signal: abort.signal,
          })
          .then((response) => response.bytes())
          .then(
            () => 'whole',
            (error: unknown) => (error === abort.signal.reason ? 'aborted' : String(error)),
          )
        for (let n = 0; n < turns; n++) await pair.clock.settle()
        abort.abort()
        expect(['whole', 'aborted']).toContain(await asked)
        const after = await pair.fetch('http://machine/x')
        expect((await after.bytes()).length).toBe(40 * 9 * KIB)
        for (let n = 0; n < 200 && pair.machine.streams + pair.device.streams > 0; n++)
          await pair.clock.settle()
        expect([pair.device.streams, pair.machine.streams]).toEqual([0, 0])
        expect(pair.overrun()).toBeNull()
        expect(pair.machine.state.status).toBe('open')
        pair.close()
        expect(pair.clock.pending()).toBe(0)
      }),
      { numRuns: 60 },
    )
  }, 30_000)

  test('credit of what was dropped comes back, wherever it was: many cut downloads leave the circuit as new', async () => {
    const size = 300 * KIB
    for (const turnsMost of [0, 3]) {
      const pair = circuitPair({
        handle: () => new Response(new Uint8Array(size)),
        random: seededRandom(turnsMost),
        turnsMost,
      })
      for (let n = 0; n < 150; n++) {
        const response = await pair.fetch('http://machine/x')
        for (let turn = 0; turn < n % 20; turn++) await pair.clock.settle()
        await response.body?.cancel()
        await pair.clock.settle(1_000)
      }
      for (let n = 0; n < 200 && pair.machine.streams > 0; n++) await pair.clock.settle()
      expect(pair.credit()).toBeGreaterThan(ourSettings.circuitWindow / 2)
      pair.close()
    }
  })

  test('a body that ends without END is an error to its reader, also when all that came was read', async () => {
    let fail: () => void = () => {}
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(10))
        fail = () => controller.error(new TypeError('the disk is gone'))
      },
    })
    const failures: unknown[] = []
    const pair = circuitPair({ handle: () => new Response(body), failed: (error) => failures.push(error) })
    const reader = (await pair.fetch('http://machine/x')).body?.getReader()
    expect((await reader?.read())?.value?.length).toBe(10)
    fail()
    expect(await reader?.read().catch((error: unknown) => error)).toMatchObject({ code: 'internal' })
    expect(failures).toHaveLength(1)
    pair.close()
  })

  test('an upload that its handler does not read is stopped once the answer is whole', async () => {
    let made = 0
    const endless = new ReadableStream({
      pull(controller) {
        made++
        controller.enqueue(new Uint8Array(8 * KIB))
      },
    })
    const pair = circuitPair({ handle: () => new Response('no need') })
    const init = { method: 'POST', body: endless, duplex: 'half' }
    expect(await (await pair.fetch('http://machine/x', init)).text()).toBe('no need')
    for (let n = 0; n < 20; n++) await pair.clock.settle()
    expect([pair.device.streams, pair.machine.streams]).toEqual([0, 0])
    const before = made
    for (let n = 0; n < 5; n++) await pair.clock.settle()
    expect(made).toBe(before)
    pair.close()
  })
})

describe('the bounds of a circuit', () => {
  test(`stream ${CIRCUIT_STREAMS + 1} is refused on either side, and one that settled makes room`, async () => {
    const settle: (() => void)[] = []
    const pair = circuitPair({
      handle: () => new Promise((done) => settle.push(() => done(new Response('late')))),
    })
    const all = Array.from({ length: CIRCUIT_STREAMS }, () => pair.fetch('http://machine/x'))
    await pair.clock.settle()
    await pair.clock.settle()
    expect(pair.machine.streams).toBe(CIRCUIT_STREAMS)
    const refused = await pair.fetch('http://machine/x')
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { error: { code: 'too_many_streams' } },
    ])
    settle[0]?.()
    expect(await (await all[0])?.text()).toBe('late')
    const next = pair.fetch('http://machine/x')
    for (let n = 0; n < 5; n++) await pair.clock.settle()
    for (const done of settle) done()
    expect((await next).status).toBe(200)
    await Promise.all(all)
    pair.close()
  })

  test('a stream counts until its handler settled, though the one who asked left', async () => {
    let settle: (response: Response) => void = () => {}
    const pair = circuitPair({
      handle: () =>
        new Promise((done) => {
          settle = done
        }),
    })
    const abort = new AbortController()
    const asked = pair.fetch('http://machine/x', { signal: abort.signal }).catch(() => 'left')
    await pair.clock.settle()
    await pair.clock.settle()
    abort.abort()
    expect(await asked).toBe('left')
    for (let n = 0; n < 5; n++) await pair.clock.settle()
    expect([pair.device.streams, pair.machine.streams]).toEqual([0, 1])
    settle(new Response('nobody hears this'))
    for (let n = 0; n < 5; n++) await pair.clock.settle()
    expect(pair.machine.streams).toBe(0)
    pair.close()
  })

  test('a hundred RESETs in ten seconds end the circuit with a code', async () => {
    const pair = circuitPair({ handle: never })
    for (let n = 0; n < 100; n++) {
      const abort = new AbortController()
      const asked = pair.fetch('http://machine/x', { signal: abort.signal }).catch(() => 'left')
      await pair.clock.settle()
      abort.abort()
      await asked
    }
    expect((await pair.machine.closed).code).toBe('protocol_error')
    expect((await pair.device.closed).code).toBe('protocol_error')
  })
})

describe('the end of a circuit', () => {
  test('closing, from either side or by none, settles whatever waits and leaves no timer', async () => {
    for (const how of ['device', 'machine', 'cut'] as const) {
      const endless = new ReadableStream({ pull: () => never() })
      const aborted: string[] = []
      const pair = circuitPair({
        handle(request) {
          request.signal.addEventListener('abort', () => aborted.push(request.method))
          return request.url.endsWith('/body') ? new Response(endless) : never()
        },
      })
      const body = (await pair.fetch('http://machine/body')).body
      const reading = body
        ?.getReader()
        .read()
        .catch((error: unknown) => error)
      const upload = new ReadableStream({ pull: () => never() })
      const writing = pair.fetch('http://machine/x', {
        method: 'PUT',
        body: upload,
        duplex: 'half',
      } as RequestInit)
      await pair.clock.settle()
      await pair.clock.settle()
      if (how === 'cut') pair.wire.cut()
      else pair[how].close(REASON)
      const code = how === 'cut' ? 'circuit_lost' : 'revoked'
      expect(await reading).toMatchObject({ code })
      expect(await (await writing).json()).toMatchObject({
        error: { code: 'outcome_unknown', detail: { reason: code } },
      })
      expect([(await pair.device.closed).code, (await pair.machine.closed).code]).toEqual([code, code])
      expect(aborted.sort()).toEqual(['GET', 'PUT'])
      expect(pair.clock.pending()).toBe(0)
      expect(pair.wire.a.isClosed && pair.wire.b.isClosed).toBe(true)
    }
  })

  test('GOAWAY lets what is open finish, takes nothing new, and then closes', async () => {
    let answer: (response: Response) => void = () => {}
    const pair = circuitPair({
      handle: () =>
        new Promise((done) => {
          answer = done
        }),
    })
    const first = pair.fetch('http://machine/first')
    await pair.clock.settle()
    await pair.clock.settle()
    pair.machine.goAway({ code: 'token_expired', message: 'a day is over' })
    await pair.clock.settle()
    await pair.clock.settle()
    expect(pair.device.state).toMatchObject({ status: 'draining', reason: { code: 'token_expired' } })
    expect(pair.device.open(new Uint8Array(0), { onHead() {} })).toBeNull()
    answer(new Response('finished'))
    expect(await (await first).text()).toBe('finished')
    expect((await pair.device.closed).code).toBe('token_expired')
    expect((await pair.machine.closed).code).toBe('token_expired')
    expect(pair.clock.pending()).toBe(0)
  })

  test('a request that crosses a GOAWAY is refused and was not served', async () => {
    let served = 0
    const pair = circuitPair({
      handle: () => {
        served++
        return served === 1 ? never() : new Response('no')
      },
    })
    const first = pair.fetch('http://machine/first')
    await pair.clock.settle()
    await pair.clock.settle()
    pair.machine.goAway(REASON)
    const crossing = await pair.fetch('http://machine/x', { method: 'POST' })
    expect(await crossing.json()).toMatchObject({ error: { code: 'shutting_down' } })
    expect(served).toBe(1)
    pair.close()
    await first
  })

  test('what is said while a message is gathered goes out after it', async () => {
    const served: string[] = []
    const pair = circuitPair({
      handle: ({ url }) => {
        served.push(url)
        return never()
      },
    })
    await pair.clock.settle()
    pair.device.open(utf8('{"method":"GET","path":"/x","headers":{}}'), {
      onHead() {},
      onSent: () => pair.device.close(REASON),
    })
    expect((await pair.machine.closed).code).toBe('revoked')
    const told = pair.sent.device.map(({ type }) => type)
    expect(told.indexOf(FrameType.request)).toBeGreaterThan(0)
    expect(told.indexOf(FrameType.goaway)).toBeGreaterThan(told.indexOf(FrameType.request))
    expect(served).toEqual(['http://machine/x'])
  })

  test('silence is a lost circuit, and no stream for a while an idle one', async () => {
    const lost = circuitPair({ handle: never })
    const asked = lost.fetch('http://machine/x')
    await lost.clock.settle()
    lost.wire.b.pause()
    await lost.clock.settle(CIRCUIT_DEAD_MS)
    expect((await lost.device.closed).code).toBe('circuit_lost')
    expect(await (await asked).json()).toMatchObject({ error: { code: 'circuit_lost' } })
    lost.close()

    const idle = circuitPair()
    for (let ms = 0; ms <= CIRCUIT_IDLE_MS; ms += 5_000) await idle.clock.settle(5_000)
    expect((await idle.device.closed).code).toBe('idle')
    expect((await idle.machine.closed).code).toBe('idle')
  })

  test('a message that cannot be opened ends it, and nothing is sent about it', async () => {
    const refusing = {
      seal: (plaintext: Uint8Array) => plaintext.slice(),
      open: (): never => {
        throw new RangeError('tag')
      },
      rekeySend() {},
      rekeyReceive() {},
    }
    const pair = circuitPair({ machine: { sealer: refusing } })
    await pair.clock.settle()
    expect((await pair.machine.closed).code).toBe('circuit_lost')
    expect(pair.sent.machine.some(({ type }) => type === FrameType.goaway)).toBe(false)
    expect((await pair.device.closed).code).toBe('circuit_lost')
  })
})
