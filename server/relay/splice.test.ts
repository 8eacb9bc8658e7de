import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import { type RelayLimits, relayLimits } from './limits.ts'
import { type Client, refusalOf } from './testing/client.ts'
import { addMachine, openCircuit, type Pair, type Rig, startRig, type TestMachine } from './testing/rig.ts'
import { dialStalled } from './testing/stalled-client.ts'

let rig: Rig
let machine: TestMachine
let tunnel: Client
let pair: Pair

async function start(limits: Partial<RelayLimits> = {}): Promise<void> {
  rig = startRig(limits)
  machine = addMachine(rig, 'm_1')
  tunnel = await machine.tunnel(rig)
  pair = await openCircuit(rig, machine, tunnel)
}
beforeEach(() => start())
afterEach(() => rig.stop())

const sizes = (random: ReturnType<typeof seededRandom>) => [
  1,
  125,
  126,
  127,
  65_535,
  ...Array.from({ length: 60 }, () => 1 + random.int(65_535)),
]

test('every message of any size arrives as it was sent, both ways at once', async () => {
  const random = seededRandom(11)
  const messages = sizes(random).map((size) => random(size))
  const there = async (from: Client, to: Client): Promise<void> => {
    for (const message of messages) from.send(message)
    for (const message of messages) expect(Bun.hash(await arrived(to))).toBe(Bun.hash(message))
  }
  await Promise.all([there(pair.device, pair.daemon), there(pair.daemon, pair.device)])
  pair.device.socket.close(1000)
  expect((await pair.daemon.closed).code).toBe(1000)
  const total = messages.reduce((sum, message) => sum + message.length, 0)
  expect(rig.rows.closed).toEqual([{ row: 1, reason: 'user', bytes: { up: total, down: total } }])
})

async function arrived(client: Client): Promise<Uint8Array> {
  const message = await client.next()
  if (typeof message === 'string') throw new TypeError(message)
  return message
}

test('what was sent before a side closed arrives before the close', async () => {
  for (let n = 0; n < 50; n++) pair.device.send(new Uint8Array(40_000).fill(n))
  pair.device.socket.close(1000)
  for (let n = 0; n < 50; n++) expect((await arrived(pair.daemon))[39_999]).toBe(n)
  expect((await pair.daemon.closed).code).toBe(1000)
})

describe('an end', () => {
  test.each([
    ['connection_lost', 4019, 'connection_lost', 4019],
    ['user', 1000, null, 1000],
    ['idle', 4017, null, 1000],
    ['expired', 4006, null, 1000],
    ['revoked', 4015, null, 1000],
  ] as const)(
    'that is %s is written down, and the other side hears of it',
    async (reason, said, code, close) => {
      pair.daemon.socket.close(said)
      if (code === null) expect((await pair.device.closed).code).toBe(close)
      else expect(await refusalOf(pair.device)).toEqual({ code, close })
      expect(rig.rows.closed.map((one) => one.reason)).toEqual([reason])
    },
  )

  test('without a goodbye is a connection lost', async () => {
    const device = await dialStalled(rig.port, '/relay/connect')
    device.sendText(JSON.stringify({ v: 1, capability: 'm_1/u_1/d_1/k_1', padding: 'x'.repeat(126) }))
    const daemon = await machine.accept(rig, await tunnel.nextJson())
    expect(await daemon.nextJson()).toEqual({ t: 'ready' })
    device.destroy()
    expect(await refusalOf(daemon)).toEqual({ code: 'connection_lost', close: 4019 })
    expect(rig.rows.closed).toMatchObject([{ row: 2, reason: 'connection_lost' }])
  })

  test.each<[string, string | object]>([
    ['text', 'text'],
    ['nothing', new Uint8Array(0)],
  ])('comes when a side says %s', async (_, message) => {
    pair.device.send(message)
    expect(await refusalOf(pair.device)).toEqual({ code: 'invalid_request', close: 4000 })
    expect((await refusalOf(pair.daemon)).code).toBe('invalid_request')
  })

  test('comes with a message over 65 535 bytes', async () => {
    pair.device.send(new Uint8Array(65_536))
    expect((await refusalOf(pair.daemon)).code).toBe('connection_lost')
  })

  test('comes after 10 min without a byte, and not while there are some', async () => {
    for (let n = 0; n < 3; n++) {
      rig.clock.advance(9 * MINUTE_MS)
      pair.daemon.send(new Uint8Array([n]))
      await pair.device.next()
    }
    rig.clock.advance(relayLimits.circuitIdleMs + relayLimits.sweepMs)
    expect(await refusalOf(pair.device)).toEqual({ code: 'idle', close: 4017 })
    expect(rig.rows.closed).toMatchObject([{ reason: 'idle' }])
  })

  test('comes after a day, however busy', async () => {
    await rig.stop()
    await start({ circuitIdleMs: 2 * relayLimits.circuitLifeMs, tunnelDeadMs: 2 * relayLimits.circuitLifeMs })
    rig.clock.advance(relayLimits.circuitLifeMs + relayLimits.sweepMs)
    expect(await refusalOf(pair.device)).toEqual({ code: 'expired', close: 4018 })
    expect(rig.rows.closed).toMatchObject([{ reason: 'expired' }])
  })
})
