import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { concat, utf8 } from '../bytes.ts'
import { NOISE_MESSAGE_BYTES } from '../limits.ts'
import { rejection } from '../testing/rejection.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { andThen } from './awaitable.ts'
import type { NoiseResult } from './noise-result.ts'
import { MAX_NONCE, type Suite } from './suite.ts'
import { handshaken, hex, must, nodeEnd, open, suites, webEnd } from './testing/circuit-ends.ts'
import { PLAINTEXT_BYTES } from './transport.ts'

const node = nodeEnd.suite
const REJECTED = { ok: false, why: 'rejected' } as const
const CLOSED = { ok: false, why: 'closed' } as const
const EXHAUSTED = { ok: false, why: 'exhausted' } as const

/** An AEAD that answers later, and the later the earlier it was asked: what must not change any order. */
const tardy: Suite = {
  ...node,
  aead(key) {
    const aead = node.aead(key)
    let turns = 6
    const late = async <T>(value: T): Promise<T> => {
      const wait = turns > 0 ? turns-- : 0
      for (let turn = 0; turn < wait; turn++) await new Promise((done) => setImmediate(done))
      return value
    }
    return {
      seal: (...given) => andThen(aead.seal(...given), late),
      open: (...given) => andThen(aead.open(...given), late),
      wipe: aead.wipe,
    }
  },
}

test('a message of any size up to the limit comes out as it went in', async () => {
  const { device, machine } = await handshaken(webEnd.suite, node)
  const size = fc.oneof(fc.constantFrom(0, 1, 15, 16, 17, PLAINTEXT_BYTES), fc.nat(PLAINTEXT_BYTES))
  await fc.assert(
    fc.asyncProperty(size, fc.nat(), fc.boolean(), async (length, seed, up) => {
      const plaintext = seededRandom(seed)(length)
      const [from, to] = up ? [device, machine] : [machine, device]
      const sealed = must(await from.seal(plaintext))
      expect(sealed.length).toBe(length + 16)
      expect(must(await open(to, sealed))).toEqual(plaintext)
    }),
    { numRuns: 40, seed: 20_261_130 },
  )
})

test('a plaintext past the limit is a mistake of the caller, a message past it a failure', async () => {
  const { device, machine } = await handshaken(node, node)
  expect(() => device.seal(new Uint8Array(PLAINTEXT_BYTES + 1))).toThrow(RangeError)
  expect(must(await device.seal(new Uint8Array(PLAINTEXT_BYTES))).length).toBe(NOISE_MESSAGE_BYTES)
  expect(await open(machine, new Uint8Array(NOISE_MESSAGE_BYTES + 1))).toEqual(REJECTED)
})

describe.each([...suites, { name: 'a tardy AEAD', suite: tardy }])('on $name', ({ suite }) => {
  test('messages queued at once are sealed, opened and answered in their order', async () => {
    const { device, machine } = await handshaken(suite, suite)
    const order: string[] = []
    const sealing = Array.from({ length: 8 }, async (_, n) => {
      const sealed = must(await device.seal(utf8(String(n))))
      order.push(`sealed ${n}`)
      return sealed
    })
    const messages = await Promise.all(sealing)
    await Promise.all(
      messages.map(async (message) => {
        must(
          await machine.open(message, (plaintext) =>
            order.push(`opened ${new TextDecoder().decode(plaintext)}`),
          ),
        )
      }),
    )
    const numbers = [0, 1, 2, 3, 4, 5, 6, 7]
    expect(order).toEqual([...numbers.map((n) => `sealed ${n}`), ...numbers.map((n) => `opened ${n}`)])
  })

  test('a rekey told inside a message holds from the next one on, though that one waits already', async () => {
    const { device, machine } = await handshaken(suite, suite)
    const sealing = [
      device.seal(utf8('one')),
      device.seal(utf8('rekey')),
      device.rekeySeal(),
      device.seal(utf8('three')),
    ]
    const [one, two, , three] = await Promise.all(sealing)
    const seen: string[] = []
    const rekeys: unknown[] = []
    const use = (plaintext: Uint8Array): void => {
      seen.push(new TextDecoder().decode(plaintext))
      if (seen.at(-1) === 'rekey') rekeys.push(machine.rekeyOpen())
    }
    const messages = [one, two, three].map((result) => must(bytesOf(result)))
    const results = await Promise.all(messages.map((message) => machine.open(message, use)))
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(seen).toEqual(['one', 'rekey', 'three'])
    expect(await Promise.all(rekeys)).toEqual([{ ok: true, value: undefined }])
    expect(device.counts()).toEqual({ sealed: 1n, opened: 0n })
    expect(machine.counts()).toEqual({ sealed: 0n, opened: 1n })
  })

  test('after a failure nothing is opened or sealed, what waited included', async () => {
    const { device, machine } = await handshaken(suite, suite)
    const good = must(await device.seal(utf8('good')))
    const used: string[] = []
    const use = (plaintext: Uint8Array): number => used.push(hex(plaintext))
    const bad = Uint8Array.from(good)
    bad[0] = (bad[0] ?? 0) ^ 1
    const results = await Promise.all([
      machine.open(bad, use),
      machine.open(good, use),
      machine.seal(utf8('late')),
    ])
    expect(results.slice(0, 2)).toEqual([REJECTED, CLOSED])
    expect(used).toEqual([])
    expect(await machine.seal(utf8('later'))).toEqual(CLOSED)
    expect(await machine.rekeySeal()).toEqual(CLOSED)
    expect(await machine.rekeyOpen()).toEqual(CLOSED)
  })

  test('what is under way when the transport is closed is not handed on', async () => {
    const { device, machine } = await handshaken(node, suite)
    const message = must(await device.seal(utf8('last')))
    const used: Uint8Array[] = []
    const opening = machine.open(message, (plaintext) => used.push(plaintext))
    machine.close()
    machine.close()
    const result = await opening
    if (opening instanceof Promise) expect(used).toEqual([])
    expect(result).toEqual(opening instanceof Promise ? CLOSED : { ok: true, value: 1 })
    expect(await open(machine, message)).toEqual(CLOSED)
  })

  test('the last nonce is never used', async () => {
    const { device, machine } = await handshaken(suite, suite, { firstNonce: MAX_NONCE - 2n })
    for (const text of ['last but one', 'last']) {
      expect(must(await open(machine, must(await device.seal(utf8(text)))))).toEqual(utf8(text))
    }
    expect(await device.seal(utf8('one too many'))).toEqual(EXHAUSTED)
    expect(await open(machine, new Uint8Array(32))).toEqual(EXHAUSTED)
    expect(await device.seal(utf8('and then'))).toEqual(CLOSED)
  })
})

test('every byte of a transport message counts, and so does its length', async () => {
  const length = 16 + 5
  for (let at = 0; at < length; at++) {
    const { device, machine } = await handshaken(node, node)
    const sealed = Uint8Array.from(must(await device.seal(utf8('hello'))))
    expect(sealed.length).toBe(length)
    sealed[at] = (sealed[at] ?? 0) ^ 0x10
    expect(await open(machine, sealed)).toEqual(REJECTED)
  }
  for (const change of [-21, -6, -5, -1, 1, 16]) {
    const { device, machine } = await handshaken(node, node)
    const sealed = must(await device.seal(utf8('hello')))
    const other = change < 0 ? sealed.subarray(0, length + change) : concat([sealed, new Uint8Array(change)])
    expect(await open(machine, other)).toEqual(REJECTED)
  }
})

test('a message again, out of order, or sent back to its sender is refused', async () => {
  for (const attack of ['again', 'out of order', 'back']) {
    const { device, machine } = await handshaken(node, node)
    const first = must(await device.seal(utf8('first')))
    const second = must(await device.seal(utf8('second')))
    if (attack === 'again') must(await open(machine, first))
    const given = attack === 'out of order' ? second : first
    expect(await open(attack === 'back' ? device : machine, given)).toEqual(REJECTED)
  }
})

test('a rekey on one side only ends the circuit at the next message', async () => {
  const { device, machine } = await handshaken(node, node)
  must(await device.rekeySeal())
  expect(await open(machine, must(await device.seal(utf8('unheard'))))).toEqual(REJECTED)
})

test('each direction rekeys for itself, any number of times', async () => {
  const { device, machine } = await handshaken(webEnd.suite, node)
  for (let round = 0; round < 4; round++) {
    must(await device.rekeySeal())
    must(await machine.rekeyOpen())
    expect(must(await open(machine, must(await device.seal(utf8('up')))))).toEqual(utf8('up'))
    expect(must(await open(device, must(await machine.seal(utf8('down')))))).toEqual(utf8('down'))
  }
  expect(device.counts()).toEqual({ sealed: 1n, opened: 4n })
})

test('what a reader throws reaches who called, and the next message is still read', async () => {
  for (const suite of [node, tardy]) {
    const { device, machine } = await handshaken(node, suite)
    const messages = [must(await device.seal(utf8('a'))), must(await device.seal(utf8('b')))]
    const fails = async (): Promise<unknown> =>
      machine.open(messages[0] ?? new Uint8Array(0), () => {
        throw new RangeError('the reader is wrong')
      })
    expect(String(await rejection(fails()))).toContain('the reader is wrong')
    expect(must(await open(machine, messages[1] ?? new Uint8Array(0)))).toEqual(utf8('b'))
  }
})

test('with node:crypto sealing and opening answer at once', async () => {
  const { device, machine } = await handshaken(node, node)
  const sealed = device.seal(utf8('now'))
  if (sealed instanceof Promise) throw new TypeError('sealing had to wait')
  const read = machine.open(must(sealed), hex)
  if (read instanceof Promise) throw new TypeError('opening had to wait')
  expect(must(read)).toBe(hex(utf8('now')))
})

function bytesOf(result: NoiseResult<Uint8Array> | NoiseResult<void> | undefined): NoiseResult<Uint8Array> {
  if (result?.ok && result.value instanceof Uint8Array) return { ok: true, value: result.value }
  throw new TypeError('sealing gave no message')
}
