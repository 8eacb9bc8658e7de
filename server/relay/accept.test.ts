import { afterEach, beforeEach, expect, test } from 'bun:test'
import { relayLimits } from './limits.ts'
import { refusalOf } from './testing/client.ts'
import { addMachine, connect, type Rig, startRig } from './testing/rig.ts'

let rig: Rig
beforeEach(() => {
  rig = startRig()
})
afterEach(() => rig.stop())

const REFUSED = { code: 'unauthenticated', close: 4001 }
const WRONG = Buffer.alloc(32, 9).toString('base64url')

async function asked(id: string) {
  const machine = addMachine(rig, id)
  const tunnel = await machine.tunnel(rig)
  const device = await connect(rig, `${id}/u_1/d_1/k_1`)
  return { machine, tunnel, device, open: await tunnel.nextJson() }
}

test('a wrong secret is refused, and the right one still finds its circuit', async () => {
  const { machine, device, open } = await asked('m_1')
  expect(await refusalOf(await machine.accept(rig, { ...open, secret: WRONG }))).toEqual(REFUSED)
  await machine.accept(rig, open)
  expect(await device.nextJson()).toEqual({ t: 'ready' })
  expect(rig.rows.opened).toMatchObject([{ machine: 'm_1', sub: 'u_1', dev: 'd_1', sid: 'k_1' }])
})

test('a secret is good once', async () => {
  const { machine, device, open } = await asked('m_1')
  const daemon = await machine.accept(rig, open)
  expect(await daemon.nextJson()).toEqual({ t: 'ready' })
  expect(await refusalOf(await machine.accept(rig, open))).toEqual(REFUSED)
  daemon.send(new Uint8Array([7]))
  await device.nextJson()
  expect(await device.next()).toEqual(new Uint8Array([7]))
})

test('a secret is good for 5 s, and not after its device left', async () => {
  const first = await asked('m_1')
  rig.clock.advance(relayLimits.acceptMs)
  expect(await refusalOf(await first.machine.accept(rig, first.open))).toEqual(REFUSED)
  const second = await asked('m_2')
  second.device.socket.close()
  await second.device.closed
  expect(await refusalOf(await second.machine.accept(rig, second.open))).toEqual(REFUSED)
  expect(rig.rows.opened).toEqual([])
})

test('a circuit of another tunnel is not had with a secret of one’s own', async () => {
  const [mine, theirs] = [await asked('m_1'), await asked('m_2')]
  const mixed = { circuit: mine.open.circuit, secret: theirs.open.secret }
  expect(await refusalOf(await theirs.machine.accept(rig, mixed))).toEqual(REFUSED)
})

test('a circuit that never was is refused in the same words', async () => {
  const { machine } = await asked('m_1')
  expect(await refusalOf(await machine.accept(rig, { circuit: 'c_none', secret: WRONG }))).toEqual(REFUSED)
})
