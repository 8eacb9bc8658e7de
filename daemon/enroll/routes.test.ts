/** Enrolling a real daemon, again and elsewhere. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { relayLimits } from '../../server/relay/limits.ts'
import { createRelay } from '../../server/relay/relay.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import { nodeVerifier } from '../../shared/token/node-verifier.ts'
import { startAuthority, type TestAuthority } from '../testing/authority.ts'
import { testDevice } from '../testing/device.ts'
import { type EnrolledMachine, enrolledMachine } from '../testing/enrolled-machine.ts'

const PAIRING = 'AAECAwQFBgcICQoLDA0ODw'
const authorityOf = (options: Parameters<typeof startAuthority>[1] = {}): TestAuthority =>
  startAuthority((parts) => createRelay({ ...parts, limits: relayLimits, verify: nodeVerifier }), options)

let first: TestAuthority
let machine: EnrolledMachine

beforeAll(async () => {
  first = authorityOf()
  machine = await enrolledMachine(first, { pairing: PAIRING })
})
afterAll(async () => {
  await machine.end()
  await first.stop()
}, 20_000)

const enroll = async (body: object): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await machine.local('/v1/enrollment', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

test('enrolling again at the same place keeps the lock, and ends what is open', async () => {
  const device = testDevice(first)
  const circuit = await device.circuit({ pairing: PAIRING })
  const again = await enroll({ origin: first.origin, code: 'code' })
  expect(again).toMatchObject({ status: 200, body: { machine: 'm_test', label: 'desk', owner: 'ada' } })
  await circuit.endpoint.closed
  await machine.daemon.tunnelUp()
  const open = await device.circuit()
  expect((await open.fetch('http://machine/v1/status')).status).toBe(200)
  open.close()
})

test('a refusal leaves the machine enrolled where it was', async () => {
  const error = { code: 'code_unusable', message: 'this code was used' }
  const other = authorityOf({ onEnroll: () => Response.json({ error }, { status: 409 }) })
  expect(await enroll({ origin: other.origin, code: 'x' })).toMatchObject({
    status: 409,
    body: { error: { code: 'code_unusable' } },
  })
  expect(await enroll({ origin: 'http://home.example', code: 'x' })).toMatchObject({ status: 422 })
  expect(await enroll({ origin: first.origin })).toMatchObject({ status: 422 })
  expect(machine.daemon.enrolled()?.issuer).toBe('i_test')
  expect(machine.daemon.tunnelState().state).toBe('online')
  await other.stop()
})

test('an authority whose statements do not hold together is refused', async () => {
  const answer = {
    machine: 'm_1',
    label: 'x',
    owner: null,
    issuer: 'i_1',
    origin: 'http://127.0.0.1:1',
    relayUrl: 'ws://127.0.0.1:1',
    statements: ['a.b.c'],
  }
  const other = authorityOf({ onEnroll: () => Response.json(answer) })
  expect(await enroll({ origin: other.origin, code: 'x' })).toMatchObject({
    body: { error: { code: 'authority_unreachable' } },
  })
  await other.stop()
})

test('enrolled elsewhere it is that authority’s alone: the lock is empty, the old tunnel is gone', async () => {
  const second = authorityOf({ issuer: 'i_second', machine: 'm_second' })
  await enroll({ origin: second.origin, code: 'code', pairing: PAIRING })
  await machine.daemon.tunnelUp()
  await waitFor('the old tunnel to end', 5_000, () => !first.online())
  expect(second.online()).toBe(true)
  const lock = await (await machine.local('/v1/lock')).json()
  expect(lock).toMatchObject({ on: true, devices: [], pairingUntil: expect.any(Number) })
  const circuit = await testDevice(second).circuit({ pairing: PAIRING })
  expect(circuit.paired).toBe(true)
  circuit.close()
  await enroll({ origin: first.origin, code: 'code' })
  await second.stop()
})

test('what was enrolled is remembered by the next life, with its keys', async () => {
  const key = first.enrolled()?.machineKey
  expect(machine.daemon.enrolled()).toMatchObject({ machine: 'm_test', origin: first.origin })
  await enroll({ origin: first.origin, code: 'code' })
  expect(first.enrolled()?.machineKey).toBe(key)
})
