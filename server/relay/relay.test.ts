import { afterEach, describe, expect, test } from 'bun:test'
import { type RelayLimits, relayLimits } from './limits.ts'
import { type Client, refusalOf } from './testing/client.ts'
import { addMachine, connect, openCircuit, type Rig, startRig } from './testing/rig.ts'

let rig: Rig
afterEach(() => rig.stop())

describe('sockets before their hello', () => {
  const CROWDED = { code: 'too_many_sockets', close: 4013 }

  /** `address`: what the next sockets come from. */
  function crowd(limits: Partial<RelayLimits>): { address: string } {
    const from = { address: '192.0.2.1' }
    rig = startRig(limits, () => from.address)
    return from
  }

  test('are 64 an address; one that said its hello, or left, makes room', async () => {
    const from = crowd({})
    const waiting: Client[] = []
    for (let n = 0; n < 64; n++) waiting.push(await rig.dial('connect'))
    expect(await refusalOf(await rig.dial('tunnel'))).toEqual(CROWDED)
    from.address = '192.0.2.2'
    await rig.dial('connect')
    from.address = '192.0.2.1'
    waiting[0]?.send({ v: 1, capability: 'm_1/u_1/d_1/k_1' })
    await waiting[0]?.closed
    const machine = addMachine(rig, 'm_1')
    await machine.tunnel(rig)
    await machine.tunnel(rig)
    await rig.dial('accept')
    expect(await refusalOf(await rig.dial('accept'))).toEqual(CROWDED)
  })

  test('are bounded in all', async () => {
    const from = crowd({ socketsBeforeHello: 3 })
    for (let n = 0; n < 4; n++) {
      from.address = `192.0.2.${n}`
      const client = await rig.dial('connect')
      if (n === 3) expect(await refusalOf(client)).toEqual(CROWDED)
    }
  })

  test('of one IPv6 network count together', async () => {
    const from = crowd({ socketsAnAddress: 2 })
    for (const [n, address] of [
      '2001:db8:0:1::7',
      '2001:0db8:0000:0001:ffff::1',
      '2001:db8:0:1::8',
    ].entries()) {
      from.address = address
      const client = await rig.dial('connect')
      if (n === 2) expect(await refusalOf(client)).toEqual(CROWDED)
    }
    from.address = '2001:db8:0:2::7'
    expect((await rig.dial('connect')).socket.readyState).toBe(WebSocket.OPEN)
  })
})

test('what is no WebSocket, or no door, gets an envelope', async () => {
  rig = startRig()
  for (const [path, status, code] of [
    ['connect', 422, 'invalid_request'],
    ['elsewhere', 404, 'route_not_found'],
  ] as const) {
    const answer = await fetch(`http://127.0.0.1:${rig.port}/relay/${path}`)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ error: { code } })
  }
})

test('a relay that goes down tells everybody, and lets nobody in', async () => {
  rig = startRig()
  const machine = addMachine(rig, 'm_1')
  const tunnel = await machine.tunnel(rig)
  const { device, daemon } = await openCircuit(rig, machine, tunnel)
  const waiting = await connect(rig, 'm_1/u_1/d_1/k_1')
  await tunnel.nextJson()
  const silent = await rig.dial('accept')
  rig.relay.stop()
  for (const client of [device, daemon, waiting, tunnel, silent])
    expect(await refusalOf(client)).toEqual({ code: 'server_shutdown', close: 4020 })
  expect(rig.rows.closed).toMatchObject([{ reason: 'server_shutdown' }])
  expect(rig.clock.pending()).toBe(0)
  const answer = await fetch(`http://127.0.0.1:${rig.port}/relay/connect`)
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ error: { code: 'server_shutdown' } })
})

test('the log names machines, and no capability, secret, nonce or content', async () => {
  rig = startRig()
  const machine = addMachine(rig, 'm_1')
  const tunnel = await machine.tunnel(rig)
  const device = await connect(rig, 'm_1/u_1/d_1/k_sentinel')
  const open = await tunnel.nextJson()
  const daemon = await machine.accept(rig, open)
  await device.nextJson()
  device.send(Buffer.from('content-sentinel'))
  await daemon.nextJson()
  await daemon.next()
  expect((await refusalOf(await connect(rig, 'refused-sentinel'))).code).toBe('token_invalid')
  device.socket.close()
  await daemon.closed
  expect(rig.logged()).toContain('m_1')
  for (const secret of ['sentinel', String(open.secret), String(open.capHash)])
    expect(rig.logged()).not.toContain(secret)
})

test('rows that cannot be read cost the socket that asked, and no other', async () => {
  rig = startRig()
  const machine = addMachine(rig, 'm_1')
  const tunnel = await machine.tunnel(rig)
  const pair = await openCircuit(rig, machine, tunnel)
  rig.rows.opened.push = () => {
    throw new TypeError('the disk is full')
  }
  const device = await connect(rig, 'm_1/u_1/d_1/k_1')
  const daemon = await machine.accept(rig, await tunnel.nextJson())
  expect(await refusalOf(daemon)).toEqual({ code: 'connection_lost', close: 4019 })
  rig.clock.advance(relayLimits.acceptMs)
  expect(await refusalOf(device)).toEqual({ code: 'accept_timeout', close: 4021 })
  expect(rig.logged()).toContain('the disk is full')
  pair.device.send(new Uint8Array([1]))
  expect(await pair.daemon.next()).toEqual(new Uint8Array([1]))
  expect(rig.relay.figures()).toMatchObject({ circuits: 1, waiting: 0 })
})
