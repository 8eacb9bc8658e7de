import { describe, expect, test } from 'bun:test'
import { CIRCUIT_INBOX_BYTES, CIRCUIT_PLAINTEXT_BYTES } from '../limits.ts'
import { circuitPair } from '../testing/circuit-pair.ts'
import { gcmPair } from '../testing/gcm-sealer.ts'
import type { Sealer } from './channel.ts'
import { paddedSize } from './padding.ts'

/** Answers later, as WebCrypto does, and notices a call that does not wait for the one before it. */
function later(sealer: Sealer): Sealer & { overlaps: () => number } {
  let sealing = 0
  let opening = 0
  let overlaps = 0
  const turn = (): Promise<void> => new Promise((done) => setImmediate(done))
  return {
    overlaps: () => overlaps,
    async seal(plaintext) {
      if (sealing++ > 0) overlaps++
      await turn()
      const message = await sealer.seal(plaintext)
      sealing--
      return message
    },
    async open(message) {
      if (opening++ > 0) overlaps++
      const plaintext = await sealer.open(message)
      await turn()
      opening--
      return plaintext
    },
    async rekeySend() {
      await turn()
      await sealer.rekeySend()
    },
    async rekeyReceive() {
      await turn()
      await sealer.rekeyReceive()
    },
  }
}

const BODY = Uint8Array.from({ length: 700_000 }, (_, i) => i * 7)
const echo = async (request: Request): Promise<Response> => new Response(await request.bytes())

describe('a sealed circuit', () => {
  test('carries exact bytes under a cipher that answers at once or later, one call at a time', async () => {
    for (const slow of [false, true]) {
      const [one, other] = gcmPair()
      const ends = slow ? { device: later(one), machine: later(other) } : null
      const pair = circuitPairSealed(ends?.device ?? one, ends?.machine ?? other)
      const bodies = await Promise.all(
        Array.from({ length: 4 }, async () =>
          (await pair.fetch('http://machine/x', { method: 'POST', body: BODY })).bytes(),
        ),
      )
      for (const body of bodies) expect(Buffer.compare(body, BODY)).toBe(0)
      if (ends) expect(ends.device.overlaps() + ends.machine.overlaps()).toBe(0)
      pair.close()
    }
  })

  test('changes its keys by count in each direction, and loses nothing', async () => {
    for (const slow of [false, true]) {
      const [one, other] = gcmPair()
      let changes = 0
      const counting: Sealer = {
        ...one,
        rekeySend() {
          changes++
          return one.rekeySend()
        },
      }
      const wrap = slow ? later : (sealer: Sealer): Sealer => sealer
      const pair = circuitPairSealed(wrap(counting), wrap(other), 3)
      for (let n = 0; n < 10; n++) {
        const response = await pair.fetch('http://machine/x', { method: 'POST', body: BODY })
        expect(Buffer.compare(await response.bytes(), BODY)).toBe(0)
      }
      expect(changes).toBeGreaterThan(20)
      expect(pair.device.state.status).toBe('open')
      pair.close()
    }
  })

  test('ends when the peer goes on under a key that is used up', async () => {
    const [one, other] = gcmPair()
    const pair = circuitPairSealed(one, other, 1_000_000, 3)
    for (let n = 0; n < 5; n++) await pair.fetch('http://machine/x', { method: 'POST', body: 'x' })
    expect((await pair.machine.closed).code).toBe('protocol_error')
    pair.close()
  })

  test('ends when a message cannot be sealed, at once or later, and sends nothing more', async () => {
    const failures = [
      (): never => {
        throw new RangeError('used up')
      },
      () => Promise.reject(new RangeError('used up')),
    ]
    for (const seal of failures) {
      const [one, other] = gcmPair()
      const pair = circuitPairSealed({ ...one, seal }, other)
      expect((await pair.device.closed).code).toBe('circuit_lost')
      expect((await pair.machine.closed).code).toBe('circuit_lost')
      expect(pair.clock.pending()).toBe(0)
    }
  })

  test('ends when more waits to be opened than any window lets through', async () => {
    const [one, other] = gcmPair()
    const stuck: Sealer = { ...other, open: () => new Promise(() => {}) }
    const pair = circuitPairSealed(one, stuck)
    const message = new Uint8Array(65_535)
    for (let sent = 0; sent < 2 * CIRCUIT_INBOX_BYTES; sent += message.length) pair.wire.a.send(message)
    expect((await pair.machine.closed).code).toBe('over_budget')
    pair.close()
  })

  test('every message has one of the padded sizes, and a changed bit in any of them ends it', async () => {
    const [one, other] = gcmPair()
    const pair = circuitPairSealed(one, other)
    const sizes = new Set<number>()
    const look = (message: Uint8Array): void => {
      const size = message.length - 16
      expect(paddedSize(size)).toBe(size)
      sizes.add(size)
    }
    pair.wire.a.observe(look)
    pair.wire.b.observe(look)
    for (const size of [0, 300, 2_000, 9_000, 200_000]) {
      await (await pair.fetch('http://machine/x', { method: 'POST', body: BODY.subarray(0, size) })).bytes()
    }
    expect([...sizes].sort((x, y) => x - y)).toEqual([256, 1_024, 4_096, 16_384, CIRCUIT_PLAINTEXT_BYTES])
    pair.wire.a.observe((message) => {
      message[message.length >> 1] = (message[message.length >> 1] ?? 0) ^ 1
    })
    const asked = await pair.fetch('http://machine/x')
    expect(await asked.json()).toMatchObject({ error: { code: 'circuit_lost' } })
    expect((await pair.machine.closed).code).toBe('circuit_lost')
    pair.close()
  })
})

/** The wire is not readable here, so the pair's own watch sees nothing. */
function circuitPairSealed(device: Sealer, machine: Sealer, deviceKey = 1 << 20, machineKey = deviceKey) {
  return circuitPair({
    handle: echo,
    isSealed: true,
    device: { sealer: device, rekeyMessages: deviceKey },
    machine: { sealer: machine, rekeyMessages: machineKey },
  })
}
