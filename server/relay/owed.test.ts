import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Client } from './testing/client.ts'
import { addMachine, type Rig, startRig, type TestMachine } from './testing/rig.ts'

let rig: Rig
let machine: TestMachine
beforeEach(() => {
  rig = startRig({ ordersUnderWay: 3 })
  machine = addMachine(rig, 'm_1')
})
afterEach(() => rig.stop())

const revocations = (...ids: number[]) =>
  rig.rows.revocations.set(
    'm_1',
    ids.map((id) => ({ id, sub: 'u_1' })),
  )
const revoked = (id: number) => ({ t: 'revoked', id, sub: 'u_1' })

async function quiet(tunnel: Client): Promise<void> {
  tunnel.send({ t: 'ping' })
  expect(await tunnel.nextJson()).toEqual({ t: 'pong' })
}

test('a revocation is said on every tunnel until the machine acknowledges it', async () => {
  revocations(1, 2)
  const first = await machine.tunnel(rig)
  expect([await first.nextJson(), await first.nextJson()]).toEqual([revoked(1), revoked(2)])
  first.send({ t: 'revoked_ack', id: 1 })
  await quiet(first)
  first.socket.close()
  await first.closed
  const second = await machine.tunnel(rig)
  expect(await second.nextJson()).toEqual(revoked(2))
  second.send({ t: 'revoked_ack', id: 2 })
  await quiet(second)
  const third = await machine.tunnel(rig)
  await quiet(third)
  expect(rig.rows.revocations.get('m_1')).toEqual([])
})

test('statements go before revocations, oldest first', async () => {
  revocations(9)
  const statements = [1, 2].map((number) => ({ number, jws: `jws ${number}` }))
  rig.rows.statements.set('m_1', statements)
  const tunnel = await machine.tunnel(rig)
  expect(await tunnel.nextJson()).toEqual({ t: 'statement', jws: 'jws 1' })
  expect(await tunnel.nextJson()).toEqual({ t: 'statement', jws: 'jws 2' })
  expect(await tunnel.nextJson()).toEqual(revoked(9))
  tunnel.send({ t: 'statement_ack', number: 2 })
  await quiet(tunnel)
  expect(rig.rows.statements.get('m_1')).toEqual([{ number: 1, jws: 'jws 1' }])
})

test('a nudge says what is new and repeats nothing', async () => {
  revocations(1)
  const tunnel = await machine.tunnel(rig)
  expect(await tunnel.nextJson()).toEqual(revoked(1))
  revocations(1, 2)
  rig.relay.nudge('m_1')
  rig.relay.nudge('m_1')
  rig.relay.nudge('m_2')
  expect(await tunnel.nextJson()).toEqual(revoked(2))
  await quiet(tunnel)
})

test('what stays unacknowledged is said again after a while', async () => {
  revocations(1)
  const tunnel = await machine.tunnel(rig)
  expect(await tunnel.nextJson()).toEqual(revoked(1))
  rig.clock.advance(15_000)
  await quiet(tunnel)
  expect(await tunnel.nextJson()).toEqual(revoked(1))
})

test('only so many are under way; the next follow when those are acknowledged', async () => {
  revocations(1, 2, 3, 4, 5)
  const tunnel = await machine.tunnel(rig)
  for (const id of [1, 2, 3]) expect(await tunnel.nextJson()).toEqual(revoked(id))
  await quiet(tunnel)
  for (const id of [1, 2, 3]) tunnel.send({ t: 'revoked_ack', id })
  for (const id of [4, 5]) expect(await tunnel.nextJson()).toEqual(revoked(id))
})

test('what was never said cannot be acknowledged', async () => {
  const tunnel = await machine.tunnel(rig)
  revocations(1)
  rig.rows.statements.set('m_1', [{ number: 1, jws: 'jws 1' }])
  tunnel.send({ t: 'revoked_ack', id: 1 })
  tunnel.send({ t: 'statement_ack', number: 1 })
  await quiet(tunnel)
  expect(rig.rows.revocations.get('m_1')?.length).toBe(1)
  expect(rig.rows.statements.get('m_1')?.length).toBe(1)
})
