import { describe, expect, test } from 'bun:test'
import { CIRCUIT_STREAMS } from '../limits.ts'
import { circuitPair } from '../testing/circuit-pair.ts'

const never = (): Promise<never> => new Promise(() => {})

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
