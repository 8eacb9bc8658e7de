import { afterEach, beforeEach, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import type { ReauthorizeFilter } from './ports.ts'
import { type Client, refusalOf } from './testing/client.ts'
import { addMachine, connect, openCircuit, type Rig, startRig, type TestMachine } from './testing/rig.ts'

let rig: Rig
let machine: TestMachine
let tunnel: Client
beforeEach(async () => {
  rig = startRig()
  machine = addMachine(rig, 'm_1')
  tunnel = await machine.tunnel(rig)
})
afterEach(() => rig.stop())

test.each<
  [
    string,
    ReauthorizeFilter,
    'user_disabled' | 'device_revoked' | 'session_revoked' | 'grant_missing',
    number,
  ]
>([
  ['u_1', { sub: 'u_1' }, 'user_disabled', 4008],
  ['d_1', { dev: 'd_1' }, 'device_revoked', 4010],
  ['k_1', { sub: 'u_1', sid: 'k_1' }, 'session_revoked', 4009],
  ['u_1', { machine: 'm_1', sub: 'u_1' }, 'grant_missing', 4023],
])(
  'what no longer holds because of %s is closed on both sides, by filter %p',
  async (id, filter, code, close) => {
    const gone = await openCircuit(rig, machine, tunnel)
    const stays = await openCircuit(rig, machine, tunnel, 'u_2/d_2/k_2')
    rig.rows.ended.set(id, code)
    rig.relay.reauthorize(filter)
    expect(await refusalOf(gone.device)).toEqual({ code, close })
    expect(await refusalOf(gone.daemon)).toEqual({ code, close })
    expect(rig.rows.closed).toMatchObject([{ row: 1, reason: 'revoked' }])
    stays.device.send(new Uint8Array([1]))
    expect(await stays.daemon.next()).toEqual(new Uint8Array([1]))
  },
)

test('a circuit that the filter does not name, or that still holds, is left alone', async () => {
  const { device, daemon } = await openCircuit(rig, machine, tunnel)
  rig.relay.reauthorize({ sub: 'u_1' })
  rig.rows.ended.set('u_1', 'user_disabled')
  rig.relay.reauthorize({ sub: 'u_2' })
  rig.relay.reauthorize({ machine: 'm_2' })
  rig.relay.reauthorize({ sub: 'u_1', dev: 'd_9' })
  device.send(new Uint8Array([1]))
  expect(await daemon.next()).toEqual(new Uint8Array([1]))
})

test('a circuit that waits for its machine is closed too, and its secret is worth nothing', async () => {
  const device = await connect(rig, 'm_1/u_1/d_1/k_1')
  const open = await tunnel.nextJson()
  rig.rows.ended.set('d_1', 'device_revoked')
  rig.relay.reauthorize({ dev: 'd_1' })
  expect(await refusalOf(device)).toEqual({ code: 'device_revoked', close: 4010 })
  expect((await refusalOf(await machine.accept(rig, open))).code).toBe('unauthenticated')
})

test('a reader that has stopped reading does not delay the end', async () => {
  const { device, daemon } = await openCircuit(rig, machine, tunnel)
  for (let n = 0; n < 200; n++) daemon.send(new Uint8Array(60_000))
  rig.rows.ended.set('u_1', 'user_disabled')
  rig.relay.reauthorize({ sub: 'u_1' })
  expect(rig.rows.closed).toMatchObject([{ reason: 'revoked' }])
  expect((await device.closed).code).toBe(4008)
})

test('a revoked machine loses its tunnel and its circuits', async () => {
  const { device } = await openCircuit(rig, machine, tunnel)
  rig.rows.ended.set('m_1', 'machine_revoked')
  rig.rows.barred.set('m_1', 'machine_revoked')
  rig.relay.reauthorize({ machine: 'm_1' })
  expect(await refusalOf(device)).toEqual({ code: 'machine_revoked', close: 4004 })
  expect(await refusalOf(tunnel)).toEqual({ code: 'machine_revoked', close: 4004 })
  expect(rig.rows.closed).toMatchObject([{ reason: 'machine_deleted' }])
  expect(rig.relay.isOnline('m_1')).toBe(false)
})

test('the machines of a disabled owner go offline, whoever was on them', async () => {
  const { device } = await openCircuit(rig, machine, tunnel, 'u_2/d_2/k_2')
  rig.rows.barred.set('m_1', 'owner_disabled')
  rig.relay.reauthorize({ sub: 'u_1' })
  expect(await refusalOf(tunnel)).toEqual({ code: 'owner_disabled', close: 4022 })
  expect((await refusalOf(device)).code).toBe('owner_disabled')
})

test('a machine enrolled anew drops the tunnel of its old key', async () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  rig.rows.signKeys.set('m_1', publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
  rig.relay.reauthorize({ machine: 'm_1' })
  expect(await refusalOf(tunnel)).toEqual({ code: 'unauthenticated', close: 4001 })
})

test('the daemon is told what was revoked', async () => {
  rig.rows.revocations.set('m_1', [{ id: 4, dev: 'd_1' }])
  rig.relay.reauthorize({ dev: 'd_1' })
  expect(await tunnel.nextJson()).toEqual({ t: 'revoked', id: 4, dev: 'd_1' })
})
