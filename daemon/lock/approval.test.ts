/** The machine lock over real circuits: who is let in, by which code, and what a box in the middle gets. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { relayLimits } from '../../server/relay/limits.ts'
import { createRelay } from '../../server/relay/relay.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import { nodeVerifier } from '../../shared/token/node-verifier.ts'
import type { MachineLock } from '../../shared/wire/lock.ts'
import { startAuthority, type TestAuthority } from '../testing/authority.ts'
import { type Opened, type TestCircuit, type TestDevice, testDevice } from '../testing/device.ts'
import { type EnrolledMachine, enrolledMachine } from '../testing/enrolled-machine.ts'
import { startMiddle } from '../testing/middle.ts'

const PAIRING = 'AAECAwQFBgcICQoLDA0ODw'

let authority: TestAuthority
let machine: EnrolledMachine
let owner: TestDevice
let circuit: TestCircuit

beforeAll(async () => {
  authority = startAuthority((parts) => createRelay({ ...parts, limits: relayLimits, verify: nodeVerifier }))
  machine = await enrolledMachine(authority, { pairing: PAIRING })
  owner = testDevice(authority)
  circuit = await owner.circuit({ pairing: PAIRING })
})
afterAll(async () => {
  await machine.end()
  await authority.stop()
}, 20_000)

const lock = async (): Promise<MachineLock> => (await machine.local('/v1/lock')).json()
const json = { 'content-type': 'application/json' }

const approve = (pending: string, code: string): Promise<unknown> => approveWith(pending, { code })
const approveScanned = (pending: string, scan: string): Promise<unknown> => approveWith(pending, { scan })
const approveWith = async (pending: string, given: object): Promise<unknown> => {
  const url = `http://machine/v1/lock/pending/${pending}/approval`
  const response = await circuit.fetch(url, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(given),
  })
  const body = await response.json()
  return response.ok ? 'approved' : body.error.code
}

function mustWait(opened: Opened): Extract<Opened, { kind: 'waiting' }> {
  if (opened.kind !== 'waiting') throw new Error(`does not wait: ${opened.kind}`)
  return opened
}
const wrongCode = (code: string): string => (code.startsWith('0') ? '1' : '0') + code.slice(1)
const untilNonePend = async (): Promise<void> => {
  for (let tries = 0; (await lock()).pending.length > 0; tries++) {
    if (tries > 500) throw new Error('something still waits')
  }
}

test('the lock is on from enrollment, and holds the device that was paired', async () => {
  const now = await lock()
  expect(now.on).toBe(true)
  expect(now.pairingUntil).toBeNull()
  expect(now.devices).toMatchObject([{ key: owner.publicKey, sub: 'u_ada', name: 'device 1' }])
})

test('any other key waits, shows ten characters, and is let in when they are typed on a known device', async () => {
  const phone = testDevice(authority, { seed: 2 })
  const waiting = mustWait(await phone.open())
  expect(waiting.code).toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/)
  expect((await lock()).pending).toMatchObject([{ id: waiting.pending, key: phone.publicKey, triesLeft: 3 }])
  expect(await approve(waiting.pending, wrongCode(waiting.code))).toBe('code_wrong')
  expect(await approve(waiting.pending, waiting.code.toUpperCase())).toBe('approved')
  const opened = await waiting.settled
  if (opened.kind !== 'open') throw new Error(opened.kind)
  expect((await opened.circuit.fetch('http://machine/v1/status')).status).toBe(200)
  opened.circuit.close()
  expect((await phone.open()).kind).toBe('open')
})

test('a device whose sixteen bytes a camera carried over is let in without a code', async () => {
  const tablet = mustWait(await testDevice(authority, { seed: 6 }).open())
  const other = mustWait(await testDevice(authority, { seed: 7 }).open())
  expect(tablet.scan).toMatch(/^[A-Za-z0-9_-]{22}$/)
  expect(await approveScanned(tablet.pending, other.scan)).toBe('code_wrong')
  expect(await approveScanned(tablet.pending, 'too short')).toBe('invalid_request')
  expect(await approveScanned(tablet.pending, tablet.scan)).toBe('approved')
  expect(await approveScanned(tablet.pending, tablet.scan)).toBe('pending_not_found')
  const opened = await tablet.settled
  if (opened.kind !== 'open') throw new Error(opened.kind)
  opened.circuit.close()
  other.leave()
  await untilNonePend()
  await machine.local(`/v1/lock/devices/${testDevice(authority, { seed: 6 }).publicKey}`, {
    method: 'DELETE',
  })
})

test('three wrong codes refuse the device, and a fourth finds nobody', async () => {
  const waiting = mustWait(await testDevice(authority, { seed: 3 }).open())
  const wrong = wrongCode(waiting.code)
  for (let n = 0; n < 3; n++) expect(await approve(waiting.pending, wrong)).toBe('code_wrong')
  expect(await waiting.settled).toEqual({ kind: 'refused', code: 'device_not_approved' })
  expect(await approve(waiting.pending, waiting.code)).toBe('pending_not_found')
})

test('on the machine itself a device is approved by looking at it, and refused too', async () => {
  const laptop = mustWait(await testDevice(authority, { seed: 4, scopes: ['session:read'] }).open())
  const path = `/v1/lock/pending/${laptop.pending}`
  const approved = await machine.local(`${path}/approval`, { method: 'POST', headers: json, body: '{}' })
  expect(await approved.json()).toMatchObject({ sub: 'u_ada', scopes: ['session:read'] })
  expect((await laptop.settled).kind).toBe('open')
  const other = mustWait(await testDevice(authority, { seed: 5 }).open())
  await machine.local(`/v1/lock/pending/${other.pending}`, { method: 'DELETE' })
  expect(await other.settled).toEqual({ kind: 'refused', code: 'device_not_approved' })
})

test('a device never does more than it was approved for, whatever its capability says', async () => {
  const laptop = testDevice(authority, { seed: 4 })
  const opened = await laptop.circuit()
  expect((await opened.fetch('http://machine/v1/sessions')).status).toBe(200)
  const refused = await opened.fetch('http://machine/v1/lock')
  expect(await refused.json()).toMatchObject({ error: { code: 'scope_missing' } })
  opened.close()
})

test('a capability of another person for a known key is not let in by it', async () => {
  const waiting = mustWait(await testDevice(authority, { sub: 'u_eve' }).open())
  waiting.leave()
  await untilNonePend()
})

test('at most four wait, a device that asks again takes its own place, and one that leaves gives it back', async () => {
  const waiting: Extract<Opened, { kind: 'waiting' }>[] = []
  for (const seed of [11, 12, 13, 14]) waiting.push(mustWait(await testDevice(authority, { seed }).open()))
  const fifth = testDevice(authority, { seed: 15 })
  expect(await fifth.open()).toEqual({ kind: 'refused', code: 'device_not_approved' })
  const again = mustWait(await testDevice(authority, { seed: 14 }).open())
  expect(await waiting[3]?.settled).toEqual({ kind: 'refused', code: 'device_not_approved' })
  waiting[0]?.leave()
  await waitFor('its place', 5_000, () => true)
  for (let tries = 0; (await lock()).pending.length > 3; tries++)
    if (tries > 500) throw new Error('still four')
  const fits = mustWait(await fifth.open())
  for (const one of [...waiting, again, fits]) one.leave()
  await untilNonePend()
})

test('a removed key’s circuits end at once, and it waits like any other', async () => {
  const phone = testDevice(authority, { seed: 2 })
  const open = await phone.circuit()
  const removed = await machine.local(`/v1/lock/devices/${phone.publicKey}`, { method: 'DELETE' })
  expect(removed.status).toBe(200)
  expect(await open.endpoint.closed).toMatchObject({ code: 'device_not_approved' })
  mustWait(await phone.open()).leave()
})

test('turned off everybody with a capability is let in; turned on again those end who are not in it', async () => {
  const put = (on: boolean): Promise<Response> =>
    machine.local('/v1/lock', { method: 'PUT', headers: json, body: JSON.stringify({ on }) })
  await put(false)
  const stranger = await testDevice(authority, { seed: 20 }).circuit()
  await put(true)
  expect(await stranger.endpoint.closed).toMatchObject({ code: 'device_not_approved' })
  expect((await circuit.fetch('http://machine/v1/status')).status).toBe(200)
})

test('no secret that lets a device in is made through a circuit', async () => {
  for (const [method, path] of [
    ['POST', '/v1/lock/pairing'],
    ['PUT', '/v1/enrollment'],
    ['POST', '/v1/shutdown'],
  ] as const) {
    const response = await circuit.fetch(`http://machine${path}`, { method, headers: json, body: '{}' })
    expect([path, (await response.json()).error.code]).toEqual([path, 'scope_missing'])
  }
})

test('a hostile authority that relays with its own keys is not let in, and its codes do not match', async () => {
  const middle = startMiddle(authority)
  const phone = testDevice(authority, { seed: 30 })
  const shown = mustWait(await phone.open({ relayUrl: middle.url, machineKey: middle.machineKey }))
  const atMachine = await middle.waiting
  expect((await lock()).pending).toMatchObject([{ id: atMachine.pending, key: middle.deviceKey }])
  expect(shown.code).not.toBe(atMachine.code)
  expect(await approve(atMachine.pending, shown.code)).toBe('code_wrong')
  expect(shown.scan).not.toBe(atMachine.scan)
  expect(await approveScanned(atMachine.pending, shown.scan)).toBe('code_wrong')
  shown.leave()
  await middle.stop()
  await untilNonePend()
})

test('it cannot pass a pairing secret on either', async () => {
  const made = await machine.local('/v1/lock/pairing', { method: 'POST' })
  const { secret } = await made.json()
  const middle = startMiddle(authority)
  const phone = testDevice(authority, { seed: 31 })
  const opened = await phone.open({
    relayUrl: middle.url,
    machineKey: middle.machineKey,
    pairing: secret,
  })
  expect(opened.kind).toBe('waiting') // it proved the secret to somebody who could not use it
  if (opened.kind === 'waiting') opened.leave()
  await middle.stop()
  expect((await lock()).pairingUntil).not.toBeNull()
  const direct = await testDevice(authority, { seed: 32 }).circuit({ pairing: secret })
  expect(direct.paired).toBe(true)
  direct.close()
})

test('a client that pinned the machine’s key does not finish a handshake with another', async () => {
  const middle = startMiddle(authority)
  expect(await owner.open({ relayUrl: middle.url })).toEqual({ kind: 'refused', code: 'connection_lost' })
  await middle.stop()
})
