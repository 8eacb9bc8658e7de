/** What devices may do to the lock of a machine that they reach through a circuit. */
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { relayLimits } from '../../server/relay/limits.ts'
import { createRelay } from '../../server/relay/relay.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import { SECOND_MS, systemClock } from '../../shared/time.ts'
import { nodeVerifier } from '../../shared/token/node-verifier.ts'
import { ALL_SCOPES } from '../../shared/wire/identity.ts'
import type { MachineLock } from '../../shared/wire/lock.ts'
import { startAuthority } from '../testing/authority.ts'
import { type TestCircuit, type TestDevice, testDevice } from '../testing/device.ts'
import { type EnrolledMachine, enrolledMachine } from '../testing/enrolled-machine.ts'

const PAIRING = 'AAECAwQFBgcICQoLDA0ODw'
const json = { 'content-type': 'application/json' }

const authority = startAuthority((parts) =>
  createRelay({ ...parts, limits: relayLimits, verify: nodeVerifier }),
)
let machine: EnrolledMachine | null = null
let owner: TestDevice
let circuit: TestCircuit

const endMachine = async (): Promise<void> => {
  await machine?.end()
  machine = null
}
beforeEach(async () => {
  await endMachine()
  machine = await enrolledMachine(authority, { pairing: PAIRING })
  owner = testDevice(authority)
  circuit = await owner.circuit({ pairing: PAIRING })
})
afterAll(async () => {
  await endMachine()
  await authority.stop()
}, 20_000)

const local = async (path: string, init?: RequestInit): Promise<Response> => {
  if (!machine) throw new Error('no machine')
  return machine.local(path, { ...init, headers: json })
}
const lock = async (): Promise<MachineLock> => (await local('/v1/lock')).json()

/** What came of it: its status, or the code of its refusal. */
const ask = async (by: TestCircuit, method: string, path: string, body?: object): Promise<unknown> => {
  const response = await by.fetch(`http://machine${path}`, {
    method,
    headers: json,
    body: body ? JSON.stringify(body) : null,
  })
  const said = await response.json()
  return response.ok ? response.status : said.error.code
}
const turn = (by: TestCircuit, on: boolean): Promise<unknown> => ask(by, 'PUT', '/v1/lock', { on })

/** One more device, approved on the machine itself. */
async function approved(
  seed: number,
  scopes = ALL_SCOPES,
): Promise<{ device: TestDevice; circuit: TestCircuit }> {
  const device = testDevice(authority, { seed, scopes })
  const waiting = await device.open()
  if (waiting.kind !== 'waiting') throw new Error(waiting.kind)
  await local(`/v1/lock/pending/${waiting.pending}/approval`, { method: 'POST', body: '{}' })
  const opened = await waiting.settled
  if (opened.kind !== 'open') throw new Error(opened.kind)
  return { device, circuit: opened.circuit }
}

test('the lock is turned off by no capability but one of a password just given', async () => {
  expect(await turn(circuit, false)).toBe('fresh_sign_in_required')
  expect((await lock()).on).toBe(true)
  const fresh = await owner.circuit({ capability: owner.mint({ fsh: true }) })
  expect(await turn(fresh, false)).toBe(200)
  expect((await lock()).on).toBe(false)
})

test('an open circuit becomes one of a password just given by being renewed, and does not stay one', async () => {
  const at = Math.floor(systemClock.now() / SECOND_MS)
  circuit.renew(owner.mint({ fsh: true, iat: at + 10, nbf: at, exp: at + 305 }))
  expect(await turn(circuit, false)).toBe(200)
  expect(await turn(circuit, true)).toBe(200)
  circuit.renew(owner.mint({ iat: at + 15, nbf: at, exp: at + 310 }))
  expect(await turn(circuit, false)).toBe('fresh_sign_in_required')
})

test('a password just given opens nothing that the device’s scopes do not', async () => {
  const reader = await approved(2, ['session:read'])
  const fresh = await reader.device.circuit({ capability: reader.device.mint({ fsh: true }) })
  expect(await turn(fresh, false)).toBe('scope_missing')
  expect(await ask(fresh, 'DELETE', `/v1/lock/devices/${owner.publicKey}`)).toBe('scope_missing')
})

test('a device that the lock would shut out does not turn it on', async () => {
  await local('/v1/lock', { method: 'PUT', body: JSON.stringify({ on: false }) })
  const stranger = await testDevice(authority, { seed: 3 }).circuit()
  expect(await turn(stranger, true)).toBe('device_not_approved')
  expect(await turn(circuit, true)).toBe(200)
  expect(await stranger.endpoint.closed).toMatchObject({ code: 'device_not_approved' })
})

test('a device takes another off the list, whose circuits end at once', async () => {
  const lost = await approved(4)
  expect(await ask(circuit, 'DELETE', `/v1/lock/devices/${lost.device.publicKey}`)).toBe(200)
  expect(await lost.circuit.endpoint.closed).toMatchObject({ code: 'device_not_approved' })
  expect((await lock()).devices.map(({ key }) => key)).toEqual([owner.publicKey])
})

test('the last device that could let another one in is taken off on the machine only', async () => {
  await approved(5, ['session:read'])
  const path = `/v1/lock/devices/${owner.publicKey}`
  expect(await ask(circuit, 'DELETE', path)).toBe('last_approver')
  expect((await local(path, { method: 'DELETE' })).status).toBe(200)
  expect(await circuit.endpoint.closed).toMatchObject({ code: 'device_not_approved' })
})

test('a key whose device was retired waits again, though the authority signs for it under another id', async () => {
  const phone = await approved(6)
  authority.revoke({ dev: 'd_6' })
  await phone.circuit.endpoint.closed
  await waitFor('the machine to hear of it', 5_000, () => authority.acked.revocations.length > 0)
  const again = testDevice(authority, { seed: 6, dev: 'd_66' })
  expect((await again.open()).kind).toBe('waiting')
  expect((await lock()).devices.map(({ key }) => key)).toEqual([owner.publicKey])
})
