import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { circuitPair } from '../testing/circuit-pair.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { ourSettings } from './settings.ts'

const KIB = 1024

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
