/** How a tunnel comes up, ends and comes back: over real sockets, in a time that the test moves. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { ed25519 } from '@noble/curves/ed25519.js'
import pino from 'pino'
import { closeCodeOf } from '../../shared/relay/close-codes.ts'
import { tunnelProofInput } from '../../shared/relay/tunnel-proof.ts'
import { type FakeClock, fakeClock } from '../../shared/testing/fake-clock.ts'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { fromBase64url } from '../../shared/token/base64url.ts'
import { daemonLimits } from '../limits.ts'
import { type ScriptedRelay, type ScriptedTunnel, scriptedRelay } from '../testing/scripted-relay.ts'
import { openRelaySocket } from './relay-socket.ts'
import { type TunnelState, tunnelStatus } from './state.ts'
import { keepTunnel, type TunnelKeeper } from './tunnel.ts'

const SECRET = new Uint8Array(32).fill(3)

let relay: ScriptedRelay
let clock: FakeClock
let tunnel: TunnelKeeper
let orders: unknown[]
let network: string
let relayUrl: string

beforeEach(() => {
  relay = scriptedRelay()
  clock = fakeClock()
  orders = []
  network = 'home'
  relayUrl = relay.url
  tunnel = keepTunnel({
    clock,
    random: seededRandom(5),
    limits: daemonLimits,
    log: pino({ level: 'silent' }),
    openSocket: openRelaySocket,
    network: () => network,
    onOrder: (order) => void orders.push(order),
    target: () => ({
      relayUrl,
      identity: {
        issuer: 'i_1',
        machine: 'm_1',
        version: '1.2.3',
        agents: ['demo'],
        sign: (message) => ed25519.sign(message, SECRET),
      },
    }),
  })
})
afterEach(async () => {
  tunnel.stop()
  await relay.stop()
})

async function online(): Promise<ScriptedTunnel> {
  tunnel.redial()
  const there = await relay.next()
  await there.heard()
  there.say({ t: 'welcome', v: 1 })
  await tunnel.up()
  return there
}

const state = <S extends TunnelState['state']>(wanted: S): Promise<Extract<TunnelState, { state: S }>> =>
  waitFor(`the state ${wanted}`, 5_000, () => {
    const now = tunnel.state()
    return isIn(now, wanted) && now
  })
const isIn = <S extends TunnelState['state']>(
  now: TunnelState,
  wanted: S,
): now is Extract<TunnelState, { state: S }> => now.state === wanted

test('it proves with its sign key which machine it is, to the host it dialled', async () => {
  tunnel.redial()
  expect(tunnel.state()).toEqual({ state: 'connecting' })
  const there = await relay.next()
  const hello = await there.heard()
  expect(hello).toMatchObject({ t: 'hello', v: 1, machine: 'm_1', version: '1.2.3', agents: ['demo'] })
  const input = tunnelProofInput({
    host: new URL(relay.url).host,
    issuer: 'i_1',
    machine: 'm_1',
    nonce: new Uint8Array(32).fill(1),
    version: 1,
  })
  const proof = fromBase64url(String(hello.proof)) ?? new Uint8Array(0)
  expect(ed25519.verify(proof, input, ed25519.getPublicKey(SECRET))).toBe(true)
  there.say({ t: 'welcome', v: 1 })
  await tunnel.up()
  expect(tunnel.state()).toEqual({ state: 'online', since: clock.now() })
})

test('orders are passed on, and what a newer relay says is let be', async () => {
  const there = await online()
  const order = { t: 'revoked', id: 1, sub: 'u' }
  for (const message of [{ t: 'later', x: 1 }, { t: 'pong' }, { t: 'revoked' }, order]) there.say(message)
  await waitFor('the order', 5_000, () => orders.length > 0)
  expect(orders).toEqual([order])
  tunnel.report({ t: 'revoked_ack', id: 1 })
  expect(await there.heard()).toEqual({ t: 'revoked_ack', id: 1 })
})

test('a cut tunnel waits a moment, says why, and is dialled again', async () => {
  const there = await online()
  there.close(1001)
  const waiting = await state('waiting')
  expect(waiting.why).toBe('the connection ended')
  expect(waiting.until - clock.now()).toBeLessThanOrEqual(SECOND_MS)
  clock.advance(SECOND_MS)
  const second = await relay.next()
  await second.heard()
  second.say({ t: 'welcome', v: 1 })
  await state('online')
})

test('it pings, and a relay that falls silent is given up after 40 seconds', async () => {
  const there = await online()
  clock.advance(15 * SECOND_MS)
  expect(await there.heard()).toEqual({ t: 'ping' })
  there.say({ t: 'pong' })
  there.say({ t: 'revoked', id: 1, sub: 'u' })
  await waitFor('the order', 5_000, () => orders.length > 0)
  clock.advance(39 * SECOND_MS)
  expect(tunnel.state().state).toBe('online')
  clock.advance(SECOND_MS)
  const waiting = await state('waiting')
  expect(waiting.why).toBe('the relay fell silent')
  await there.closed
})

test('a relay that never welcomes is given up after 10 seconds', async () => {
  tunnel.redial()
  const there = await relay.next()
  await there.heard()
  clock.advance(10 * SECOND_MS)
  expect(await state('waiting')).toMatchObject({ why: 'the relay did not answer' })
})

test('as tries fail the wait grows, up to 30 seconds, never in step', async () => {
  await relay.stop()
  tunnel.redial()
  const waits: number[] = []
  for (let n = 0; n < 12; n++) {
    const { until } = await state('waiting')
    waits.push(until - clock.now())
    clock.advance(until - clock.now())
    expect(tunnel.state().state).toBe('connecting')
  }
  expect(Math.max(...waits)).toBeGreaterThan(10 * SECOND_MS)
  expect(Math.max(...waits)).toBeLessThanOrEqual(30 * SECOND_MS)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(100)
  expect(new Set(waits).size).toBeGreaterThan(8)
})

test('a network that comes up ends the wait', async () => {
  await relay.stop()
  tunnel.redial()
  // Until a wait is longer than a look at the network takes.
  for (;;) {
    const { until } = await state('waiting')
    if (until - clock.now() > 6 * SECOND_MS) break
    clock.advance(until - clock.now())
  }
  clock.advance(2 * SECOND_MS)
  expect(tunnel.state().state).toBe('waiting')
  network = 'train'
  relay = scriptedRelay()
  relayUrl = relay.url
  clock.advance(2 * SECOND_MS - 1)
  expect(tunnel.state().state).toBe('waiting')
  clock.advance(1)
  await relay.next()
})

test.each(['unauthenticated', 'machine_revoked', 'owner_disabled', 'over_limit'] as const)(
  'what time does not cure (%s) is said in words while it is tried again, within 5 minutes',
  async (code) => {
    tunnel.redial()
    for (let n = 0; n < 12; n++) {
      const there = await relay.next()
      await there.heard()
      if (n > 0) expect(tunnel.state()).toMatchObject({ state: 'refused', code })
      there.close(closeCodeOf(code))
      const refused = await waitFor('the refusal', 5_000, () => {
        const now = tunnel.state()
        return now.state === 'refused' && now.until > clock.now() && now
      })
      expect(refused.code).toBe(code)
      expect(refused.until - clock.now()).toBeLessThanOrEqual(5 * MINUTE_MS)
      expect(tunnelStatus(refused)).toMatchObject({ state: 'refused', code, why: expect.any(String) })
      clock.advance(refused.until - clock.now())
    }
  },
)

test('a tunnel whose place was taken waits five minutes, and says that there is a copy', async () => {
  const there = await online()
  there.close(closeCodeOf('displaced'))
  const displaced = await state('displaced')
  expect(displaced.until - clock.now()).toBe(5 * MINUTE_MS)
  expect(tunnelStatus(displaced).why).toContain('copy')
  clock.advance(5 * MINUTE_MS)
  await relay.next()
})

test.each([
  '',
  'nonsense',
  'htps://relay.example',
  'ftp://relay',
  '//relay',
  'ws://',
  'ws://user:word@relay',
])('a relay address that is none (%p) costs words, never the daemon', async (address) => {
  relayUrl = address
  tunnel.redial()
  const refused = await state('refused')
  expect(tunnelStatus(refused)).toMatchObject({ code: 'relay_url_invalid' })
  relayUrl = relay.url
  clock.advance(5 * MINUTE_MS)
  await relay.next()
})

test('what is no relay at all is left alone', async () => {
  const web = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('hello') })
  relayUrl = `http://127.0.0.1:${web.port}`
  tunnel.redial()
  await state('waiting')
  await web.stop(true)
})

test('a stopped tunnel is off, and stays so', async () => {
  const there = await online()
  tunnel.stop()
  await there.closed
  expect(tunnel.state()).toEqual({ state: 'off' })
  clock.advance(MINUTE_MS)
  expect(tunnel.state()).toEqual({ state: 'off' })
  expect(clock.pending()).toBe(0)
})
