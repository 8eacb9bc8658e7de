import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { closeCodeOf, type RelayCode } from '../../shared/relay/close-codes.ts'
import { relayLimits } from './limits.ts'
import { refusalOf } from './testing/client.ts'
import { addMachine, connect, openCircuit, type Rig, startRig } from './testing/rig.ts'

let rig: Rig
beforeEach(() => {
  rig = startRig()
})
afterEach(() => rig.stop())

const CAPABILITY = 'm_1/u_1/d_1/k_1'

test('a machine is asked with the hash of the capability and a secret of its own a circuit', async () => {
  const tunnel = await addMachine(rig, 'm_1').tunnel(rig)
  await connect(rig, CAPABILITY)
  await connect(rig, CAPABILITY)
  const [first, second] = [await tunnel.nextJson(), await tunnel.nextJson()]
  const capHash = createHash('sha256').update(CAPABILITY).digest('base64url')
  expect(first).toEqual({
    t: 'open',
    circuit: expect.stringMatching(/^c_[0-9a-z]{26}$/),
    capHash,
    secret: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
  })
  expect(second.secret).not.toBe(first.secret)
  expect(second.circuit).not.toBe(first.circuit)
})

const judgements: RelayCode[] = [
  'machine_offline',
  'machine_revoked',
  'stale_capability',
  'token_expired',
  'token_invalid',
  'user_disabled',
  'session_revoked',
  'device_revoked',
  'over_limit',
  'owner_disabled',
  'grant_missing',
  'remote_chat_off',
]

test.each(judgements)('a capability that is judged %s is refused with it', async (code) => {
  const tunnel = await addMachine(rig, 'm_1').tunnel(rig)
  rig.rows.refused.set(CAPABILITY, code)
  expect(await refusalOf(await connect(rig, CAPABILITY))).toEqual({ code, close: closeCodeOf(code) })
  tunnel.send({ t: 'ping' })
  expect(await tunnel.nextJson()).toEqual({ t: 'pong' })
})

test('a machine without a tunnel and one that nobody knows are the same machine_offline', async () => {
  addMachine(rig, 'm_1')
  for (const capability of [CAPABILITY, 'm_none/u_1/d_1/k_1'])
    expect(await refusalOf(await connect(rig, capability))).toEqual({ code: 'machine_offline', close: 4003 })
})

test('a machine that does not dial back within 5 s is told to the device', async () => {
  const tunnel = await addMachine(rig, 'm_1').tunnel(rig)
  const device = await connect(rig, CAPABILITY)
  await tunnel.nextJson()
  rig.clock.advance(relayLimits.acceptMs)
  expect(await refusalOf(device)).toEqual({ code: 'accept_timeout', close: 4021 })
  expect(rig.relay.figures()).toEqual({ tunnels: 1, circuits: 0, waiting: 0, heldBytes: 0 })
})

test.each([['text'], [new Uint8Array(16)]])(
  'a device that says %p before the splice is refused',
  async (said) => {
    const tunnel = await addMachine(rig, 'm_1').tunnel(rig)
    const device = await connect(rig, CAPABILITY)
    await tunnel.nextJson()
    device.send(said)
    expect(await refusalOf(device)).toEqual({ code: 'invalid_request', close: 4000 })
  },
)

describe('budgets are refused before anything is opened', () => {
  test('the 65th circuit of a subject, which another subject still gets', async () => {
    const machine = addMachine(rig, 'm_1')
    const tunnel = await machine.tunnel(rig)
    const { device } = await openCircuit(rig, machine, tunnel)
    for (let n = 1; n < 64; n++) await openCircuit(rig, machine, tunnel)
    const over = await connect(rig, CAPABILITY)
    expect(await refusalOf(over)).toEqual({ code: 'circuit_limit', close: 4012 })
    await openCircuit(rig, machine, tunnel, 'u_2/d_2/k_2') // its `open` is the next thing said: none for the 65th
    device.socket.close()
    await device.closed
    await openCircuit(rig, machine, tunnel)
  })

  test('the 257th circuit of a machine', async () => {
    const machine = addMachine(rig, 'm_1')
    const tunnel = await machine.tunnel(rig)
    for (let n = 0; n < 256; n++) await openCircuit(rig, machine, tunnel, `u_${n >> 6}/d_1/k_1`)
    expect(await refusalOf(await connect(rig, 'm_1/u_9/d_1/k_1'))).toEqual({
      code: 'circuit_limit',
      close: 4012,
    })
    expect(rig.relay.figures().circuits).toBe(256)
    tunnel.send({ t: 'ping' })
    expect(await tunnel.nextJson()).toEqual({ t: 'pong' })
  })

  test('the 9th of a subject and the 33rd of a machine that are not yet spliced', async () => {
    const machine = addMachine(rig, 'm_1')
    const tunnel = await machine.tunnel(rig)
    const opens: Record<string, unknown>[] = []
    for (let n = 0; n < 32; n++) {
      await connect(rig, `m_1/u_${n >> 3}/d_1/k_1`)
      opens.push(await tunnel.nextJson())
      if (n === 7) expect((await refusalOf(await connect(rig, 'm_1/u_0/d_1/k_1'))).code).toBe('circuit_limit')
    }
    expect((await refusalOf(await connect(rig, 'm_1/u_9/d_1/k_1'))).code).toBe('circuit_limit')
    const daemon = await machine.accept(rig, opens[0] ?? {})
    expect(await daemon.nextJson()).toEqual({ t: 'ready' })
    await openCircuit(rig, machine, tunnel, 'u_0/d_1/k_1')
  })
})
