import { describe, expect, test } from 'bun:test'
import { utf8 } from '../bytes.ts'
import { CIRCUIT_DEAD_MS, CIRCUIT_IDLE_MS } from '../limits.ts'
import { circuitPair } from '../testing/circuit-pair.ts'
import { FrameType } from './frame.ts'

const never = (): Promise<never> => new Promise(() => {})
const REASON = { code: 'revoked', message: 'the grant is gone' }

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
