import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { SECOND_MS } from '../../shared/time.ts'
import { relayLimits } from './limits.ts'
import { refusalOf } from './testing/client.ts'
import { addMachine, connect, machineOf, openCircuit, type Proof, type Rig, startRig } from './testing/rig.ts'

let rig: Rig
beforeEach(() => {
  rig = startRig()
})
afterEach(() => rig.stop())

const other = new Uint8Array(32)

describe('the proof', () => {
  test('opens a tunnel, and what the daemon announced is written down', async () => {
    const machine = addMachine(rig, 'm_1')
    expect(rig.relay.isOnline('m_1')).toBe(false)
    await machine.tunnel(rig)
    expect(rig.relay.isOnline('m_1')).toBe(true)
    expect(rig.rows.seen).toEqual([{ machine: 'm_1', facts: { version: '0.1.0', agents: ['demo 1'] } }])
  })

  test.each<[string, Partial<Proof>]>([
    ['another host', { host: 'relay.example' }],
    ['another issuer', { issuer: 'i_other' }],
    ['another machine', { machine: 'm_2' }],
    ['another nonce', { nonce: other }],
    ['another version', { version: 2 }],
  ])('for %s is refused', async (_, change) => {
    const machine = addMachine(rig, 'm_1')
    const client = await rig.dial('tunnel')
    client.send(machine.hello(rig, (await client.nextJson()).nonce, change))
    expect(await refusalOf(client)).toEqual({ code: 'unauthenticated', close: 4001 })
    expect(rig.relay.isOnline('m_1')).toBe(false)
  })

  test('by another key is refused', async () => {
    addMachine(rig, 'm_1')
    const thief = machineOf('m_1', generateKeyPairSync('ed25519').privateKey)
    const client = await rig.dial('tunnel')
    client.send(thief.hello(rig, (await client.nextJson()).nonce))
    expect(await refusalOf(client)).toEqual({ code: 'unauthenticated', close: 4001 })
  })

  test('that was good once is refused on the next challenge', async () => {
    const machine = addMachine(rig, 'm_1')
    const first = await rig.dial('tunnel')
    const recorded = machine.hello(rig, (await first.nextJson()).nonce)
    first.send(recorded)
    expect(await first.nextJson()).toEqual({ t: 'welcome', v: 1 })
    const second = await rig.dial('tunnel')
    await second.nextJson()
    second.send(recorded)
    expect(await refusalOf(second)).toEqual({ code: 'unauthenticated', close: 4001 })
    expect(rig.relay.isOnline('m_1')).toBe(true)
  })

  test('that comes after five seconds finds the socket closed', async () => {
    addMachine(rig, 'm_1')
    const client = await rig.dial('tunnel')
    await client.nextJson()
    rig.clock.advance(relayLimits.challengeMs)
    expect(await refusalOf(client)).toEqual({ code: 'expired', close: 4018 })
  })

  test('names the host the relay is known by, whatever was dialled', async () => {
    const machine = addMachine(rig, 'm_1')
    rig.rows.relayHost = 'relay.example'
    const client = await rig.dial('tunnel')
    client.send(machine.hello(rig, (await client.nextJson()).nonce, { host: 'relay.example' }))
    expect(await client.nextJson()).toEqual({ t: 'welcome', v: 1 })
    const dialled = await rig.dial('tunnel')
    dialled.send(machine.hello(rig, (await dialled.nextJson()).nonce))
    expect(await refusalOf(dialled)).toEqual({ code: 'unauthenticated', close: 4001 })
  })

  test.each([
    ['machine_revoked', 4004],
    ['over_limit', 4011],
    ['owner_disabled', 4022],
  ] as const)('is worth nothing where the rows say %s', async (code, close) => {
    const machine = addMachine(rig, 'm_1')
    rig.rows.barred.set('m_1', code)
    const client = await rig.dial('tunnel')
    client.send(machine.hello(rig, (await client.nextJson()).nonce))
    expect(await refusalOf(client)).toEqual({ code, close })
  })
})

describe('two daemons with one key', () => {
  test('the newest wins, and the circuits of the one before it end first', async () => {
    const machine = addMachine(rig, 'm_1')
    const first = await machine.tunnel(rig)
    const { device, daemon } = await openCircuit(rig, machine, first)
    await machine.tunnel(rig)
    expect(await refusalOf(first)).toEqual({ code: 'displaced', close: 4016 })
    expect(await refusalOf(device)).toEqual({ code: 'connection_lost', close: 4019 })
    expect(await refusalOf(daemon)).toEqual({ code: 'connection_lost', close: 4019 })
    expect(rig.rows.closed).toEqual([{ row: 1, reason: 'replaced', bytes: { up: 0, down: 0 } }])
    expect(rig.rows.acts).toEqual(['hello m_1', 'closed 1', 'seen m_1', 'hello m_1'])
  })

  test('the late close of the one before does not take its successor offline', async () => {
    const machine = addMachine(rig, 'm_1')
    const first = await machine.tunnel(rig)
    const second = await machine.tunnel(rig)
    await first.closed
    expect(rig.relay.isOnline('m_1')).toBe(true)
    await openCircuit(rig, machine, second)
  })
})

describe('an open tunnel', () => {
  test('is dead after 40 s of silence, and pings keep it', async () => {
    const machine = addMachine(rig, 'm_1')
    const tunnel = await machine.tunnel(rig)
    for (let ping = 0; ping < 4; ping++) {
      rig.clock.advance(15 * SECOND_MS)
      tunnel.send({ t: 'ping' })
      expect(await tunnel.nextJson()).toEqual({ t: 'pong' })
    }
    rig.clock.advance(relayLimits.tunnelDeadMs - 1)
    expect(rig.relay.isOnline('m_1')).toBe(true)
    rig.clock.advance(1)
    expect(rig.relay.isOnline('m_1')).toBe(false)
    expect(await refusalOf(tunnel)).toEqual({ code: 'connection_lost', close: 4019 })
  })

  test('writes down that its machine is there once a minute, and when it goes', async () => {
    const machine = addMachine(rig, 'm_1')
    const tunnel = await machine.tunnel(rig)
    for (let ping = 0; ping < 8; ping++) {
      rig.clock.advance(15 * SECOND_MS)
      tunnel.send({ t: 'ping' })
      await tunnel.nextJson()
    }
    expect(rig.rows.seen.length).toBe(3)
    rig.clock.advance(relayLimits.tunnelDeadMs)
    expect(rig.rows.seen.at(-1)).toEqual({ machine: 'm_1', facts: null })
    expect(rig.rows.seen.length).toBe(4)
  })

  test.each<[string, string | object]>([
    ['nonsense', 'nonsense'],
    ['what a relay says', { t: 'ready' }],
    ['bytes', new Uint8Array(3)],
    ['more than 8 KiB', JSON.stringify({ t: 'ping', more: 'x'.repeat(8_192) })],
  ])('that says %s is closed', async (_, message) => {
    const tunnel = await addMachine(rig, 'm_1').tunnel(rig)
    tunnel.send(message)
    expect(await refusalOf(tunnel)).toEqual({ code: 'invalid_request', close: 4000 })
    expect(rig.relay.isOnline('m_1')).toBe(false)
  })

  test('that is lost fails what waited on it at once, and leaves what is spliced', async () => {
    const machine = addMachine(rig, 'm_1')
    const tunnel = await machine.tunnel(rig)
    const { device, daemon } = await openCircuit(rig, machine, tunnel)
    const late = await connect(rig, 'm_1/u_1/d_1/k_1')
    await tunnel.nextJson()
    tunnel.socket.close()
    expect(await refusalOf(late)).toEqual({ code: 'machine_offline', close: 4003 })
    device.send(new Uint8Array([1, 2]))
    expect(await daemon.next()).toEqual(new Uint8Array([1, 2]))
  })

  test('refuses a circuit of its own, in the daemon’s words where they are ours', async () => {
    const machine = addMachine(rig, 'm_1')
    const tunnel = await machine.tunnel(rig)
    for (const [said, heard, close] of [
      ['circuit_limit', 'circuit_limit', 4012],
      ['made_up', 'machine_offline', 4003],
    ] as const) {
      const device = await connect(rig, 'm_1/u_1/d_1/k_1')
      const { circuit } = await tunnel.nextJson()
      tunnel.send({ t: 'refuse', circuit, code: said })
      expect(await refusalOf(device)).toEqual({ code: heard, close })
    }
  })

  test('cannot refuse a circuit of another machine', async () => {
    const [mine, theirs] = [addMachine(rig, 'm_1'), addMachine(rig, 'm_2')]
    const [tunnel, stranger] = [await mine.tunnel(rig), await theirs.tunnel(rig)]
    const device = await connect(rig, 'm_1/u_1/d_1/k_1')
    const open = await tunnel.nextJson()
    stranger.send({ t: 'refuse', circuit: open.circuit, code: 'revoked' })
    stranger.send({ t: 'ping' })
    await stranger.nextJson()
    await mine.accept(rig, open)
    expect(await device.nextJson()).toEqual({ t: 'ready' })
  })
})
