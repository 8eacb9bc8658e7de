import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { AcceptHello, ConnectHello, TunnelHello } from '../../shared/relay/messages.ts'
import { FUZZ_GROWTH_BYTES, grownBy } from '../../shared/testing/grown-by.ts'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { inputs } from '../../shared/testing/suite-size.ts'
import { readControl } from './control-text.ts'
import { relayLimits } from './limits.ts'
import { refusalOf } from './testing/client.ts'
import { type Rig, startRig } from './testing/rig.ts'

let rig: Rig
beforeEach(() => {
  rig = startRig()
})
afterEach(() => rig.stop())

const INVALID = { code: 'invalid_request', close: 4000 }
const hello = (padding: number) =>
  JSON.stringify({ v: 1, capability: 'm_1/u/d/k', more: 'x'.repeat(padding) })

describe.each(['connect', 'accept'])('on %s', (door) => {
  test('a hello is one text message', async () => {
    const client = await rig.dial(door)
    client.send(new Uint8Array(40))
    expect(await refusalOf(client)).toEqual(INVALID)
  })

  test('a hello comes within two seconds', async () => {
    const client = await rig.dial(door)
    rig.clock.advance(relayLimits.helloMs - 1)
    expect(client.socket.readyState).toBe(WebSocket.OPEN)
    rig.clock.advance(1)
    expect(await refusalOf(client)).toEqual({ code: 'idle', close: 4017 })
  })

  test.each([
    ['no JSON', '{"v":1'],
    ['no object', '[1]'],
    ['no version', '{}'],
    ['a member of another type', '{"v":1,"capability":7,"circuit":7,"secret":7}'],
  ])('a hello that is %s is refused', async (_, text) => {
    const client = await rig.dial(door)
    client.send(text)
    expect(await refusalOf(client)).toEqual(INVALID)
  })

  test('another version is told so, whatever else it says', async () => {
    const client = await rig.dial(door)
    client.send({ v: 2, anything: true })
    expect(await refusalOf(client)).toEqual({ code: 'version_unsupported', close: 4002 })
  })
})

test('a hello has at most 8 KiB, in bytes', async () => {
  const most = relayLimits.controlBytes - hello(0).length
  const largest = await rig.dial('connect')
  largest.send(hello(most))
  expect((await refusalOf(largest)).code).toBe('machine_offline')
  for (const text of [hello(most + 1), hello(0).replace('k"', `k", "note": "${'é'.repeat(most / 2)}"`)]) {
    const client = await rig.dial('connect')
    client.send(text)
    expect(await refusalOf(client)).toEqual(INVALID)
  }
})

test('a message over 65 535 bytes closes its socket before anybody reads it', async () => {
  const client = await rig.dial('connect')
  client.send(hello(70_000))
  expect((await client.closed).code).toBeLessThan(4000)
  expect(rig.rows.judged).toEqual([])
})

/** What arrives is bytes that somebody changed: flips, cuts, repeats and nesting of a good one, or noise. */
function mangled(random: ReturnType<typeof seededRandom>, good: string): string {
  const at = random.int(good.length)
  const cut = good.slice(0, at)
  const tail = good.slice(at + 1)
  const some = String.fromCodePoint(random.int(0xd800))
  const ways = [
    () => cut,
    () => cut + some + tail,
    () => cut + good + tail,
    () => '['.repeat(random.int(9_000)),
    () => `{"v":1,"__proto__":${good}}`,
    () => Buffer.from(random(random.int(200))).toString('latin1'),
    () => good.replace(/1/, String(random.int(2 ** 32) - 2 ** 31)),
    () => good.replaceAll('"', random.int(2) === 0 ? "'" : '"'),
  ]
  return (ways[random.int(ways.length)] ?? ways[0])?.() ?? ''
}

const B32 = 'A'.repeat(43)
const shapes = [
  { schema: ConnectHello, good: JSON.stringify({ v: 1, capability: 'eyJ.eyJ.AA' }) },
  { schema: AcceptHello, good: JSON.stringify({ v: 1, circuit: 'c_1', secret: B32 }) },
  {
    schema: TunnelHello,
    good: JSON.stringify({ t: 'hello', v: 1, machine: 'm_1', proof: B32, version: '1', agents: ['a'] }),
  },
]

const HELLOS = inputs(20_000, 1_000_000)

test(
  `${HELLOS} mangled hellos are each read as a hello or as nothing, and nothing of them stays`,
  () => {
    const random = seededRandom(20_261_130)
    let read = 0
    const grown = grownBy(() => {
      for (let n = 0; n < HELLOS; n++) {
        const { schema, good } = shapes[n % shapes.length] ?? shapes[0] ?? { schema: ConnectHello, good: '' }
        const value = readControl(schema, mangled(random, good), relayLimits.controlBytes)
        if (value === null) continue
        read++
        if (Object.getPrototypeOf(value) !== Object.prototype || !Number.isInteger(value.v)) {
          throw new TypeError(`read as a hello: ${JSON.stringify(value)}`)
        }
      }
    })
    expect(read).toBeGreaterThan(HELLOS / 20)
    expect(grown).toBeLessThan(FUZZ_GROWTH_BYTES)
  },
  inputs(20_000, 600_000),
)

test('500 mangled hellos on one relay leave it as it was', async () => {
  const random = seededRandom(3)
  for (let n = 0; n < 500; n++) {
    const door = ['connect', 'accept', 'tunnel'][n % 3] ?? 'connect'
    const client = await rig.dial(door)
    client.send(mangled(random, shapes[n % 3]?.good ?? ''))
    expect((await client.closed).code).toBeGreaterThanOrEqual(4000)
  }
  expect(rig.relay.figures()).toEqual({ tunnels: 0, circuits: 0, waiting: 0, heldBytes: 0 })
  expect(rig.clock.pending()).toBe(0)
})
