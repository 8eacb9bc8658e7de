/** The rules of the machine lock on a database of the test's own, in a time that the test moves. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { pairProof } from '../../shared/noise/pairing.ts'
import { createAtomic } from '../../shared/sqlite/atomic.ts'
import type { FakeClock } from '../../shared/testing/fake-clock.ts'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { fromBase64url, toBase64url } from '../../shared/token/base64url.ts'
import { ALL_SCOPES } from '../../shared/wire/identity.ts'
import { daemonLimits } from '../limits.ts'
import { type TestCore, testCore } from '../testing/core.ts'
import { createLock, type Lock } from './lock.ts'
import { type Applicant, createPending, type PendingDevices } from './pending.ts'
import { createLockStore } from './store.ts'

const HASH = new Uint8Array(32).fill(4)
const CODE = '0123456789'
const SCAN = new Uint8Array(16).fill(7)
const anyDevice = { keepApprover: false }
const machineSide = { scopes: ALL_SCOPES, needsCode: false }

let home: TempHome
let kit: TestCore
let clock: FakeClock
let pending: PendingDevices
let lock: Lock
let changes: number

beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  clock = kit.clock
  changes = 0
  let ids = 0
  pending = createPending({ clock, limits: daemonLimits, newId: () => `pd_${++ids}` })
  lock = createLock({
    store: createLockStore(kit.db),
    pending,
    clock,
    random: seededRandom(3),
    limits: { ...daemonLimits, lockDevices: 3 },
    atomic: createAtomic(kit.db),
    changed: () => void changes++,
  })
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

const applicant = (n: number, change: Partial<Applicant> = {}): Applicant => ({
  key: String.fromCharCode(64 + n).repeat(43),
  sub: 'u_1',
  scopes: [...ALL_SCOPES],
  name: `device ${n}`,
  ...change,
})
const proofOf = (secret: string, hash = HASH): Uint8Array =>
  pairProof(fromBase64url(secret) ?? new Uint8Array(0), hash, 'device')

function waiting(n: number, change: Partial<Applicant> = {}) {
  const entry = pending.add(applicant(n, change))
  if (!entry) throw new Error('no room')
  entry.agreed({ code: CODE, scan: SCAN })
  return entry
}

test('a pairing secret lets one device in, once, and proves the machine to it', () => {
  const { secret } = lock.newPairing()
  const entrance = lock.enter(applicant(1), HASH, proofOf(secret))
  expect(entrance).toEqual({
    kind: 'open',
    scopes: [...ALL_SCOPES],
    pair: pairProof(fromBase64url(secret) ?? HASH, HASH, 'machine'),
  })
  expect(lock.enter(applicant(2), HASH, proofOf(secret)).kind).toBe('not_approved')
  expect(lock.enter(applicant(1), HASH, null)).toMatchObject({ kind: 'open', pair: null })
})

test('a proof of another handshake or another secret, or one too late, spends nothing', () => {
  const { secret } = lock.newPairing()
  expect(lock.enter(applicant(1), HASH, proofOf(secret, new Uint8Array(32))).kind).toBe('not_approved')
  expect(lock.enter(applicant(1), HASH, new Uint8Array(32)).kind).toBe('not_approved')
  expect(lock.status().pairingUntil).not.toBeNull()
  clock.advance(24 * HOUR_MS)
  expect(lock.status().pairingUntil).toBeNull()
  expect(lock.enter(applicant(1), HASH, proofOf(secret)).kind).toBe('not_approved')
})

test('a new secret takes the place of the one before', () => {
  const first = lock.newPairing()
  const second = lock.newPairing()
  expect(lock.enter(applicant(1), HASH, proofOf(first.secret)).kind).toBe('not_approved')
  expect(lock.enter(applicant(1), HASH, proofOf(second.secret)).kind).toBe('open')
})

test('who approves gives away no more than he has, and the new device no more than it asked for', () => {
  const one = waiting(1, { scopes: ['session:read', 'machine:admin'] })
  const approved = lock.approve(
    one.id,
    { code: CODE },
    { scopes: ['session:read', 'session:write'], needsCode: true },
  )
  expect(approved).toMatchObject({ ok: true, value: { scopes: ['session:read'] } })
})

test('whoever approves may say how much a device may ever do', () => {
  const one = waiting(1, { scopes: ['session:read'] })
  const scopes = [...ALL_SCOPES]
  expect(lock.approve(one.id, { scopes }, machineSide)).toMatchObject({ ok: true, value: { scopes } })
  expect(lock.still(applicant(1, { scopes: ['session:read'] }))).toEqual(['session:read'])
  const two = waiting(2)
  expect(lock.approve(two.id, { scopes: ['session:read'] }, machineSide)).toMatchObject({
    value: { scopes: ['session:read'] },
  })
})

test('from a device the code is needed, however it is written; on the machine it is not', async () => {
  const one = waiting(1)
  const byDevice = { scopes: ALL_SCOPES, needsCode: true }
  expect(lock.approve(one.id, {}, byDevice)).toMatchObject({ error: { code: 'code_wrong' } })
  expect(lock.approve(one.id, { code: 'o1234-56789' }, byDevice).ok).toBe(true)
  expect(await one.decided).toEqual({ kind: 'approved' })
  const two = waiting(2)
  expect(lock.approve(two.id, {}, machineSide).ok).toBe(true)
  expect(lock.approve(two.id, {}, machineSide)).toMatchObject({ error: { code: 'pending_not_found' } })
})

test('what a camera read stands for the code, and a wrong one is a try like any other', () => {
  const one = waiting(1)
  const byDevice = { scopes: ALL_SCOPES, needsCode: true }
  const scan = toBase64url(SCAN)
  const other = toBase64url(new Uint8Array(16))
  expect(lock.approve(one.id, { scan: other }, byDevice)).toMatchObject({
    error: { code: 'code_wrong', detail: { triesLeft: 2 } },
  })
  expect(lock.approve(one.id, { scan: other, code: CODE }, machineSide).ok).toBe(false)
  expect(lock.approve(one.id, { scan }, byDevice).ok).toBe(true)
})

test('the last device that could let another in is taken away by none that asks to keep it', () => {
  const keep = { keepApprover: true }
  lock.approve(waiting(1).id, {}, machineSide)
  lock.approve(waiting(2, { scopes: ['session:read'] }).id, {}, machineSide)
  expect(lock.remove(applicant(1).key, keep)).toMatchObject({ error: { code: 'last_approver' } })
  expect(lock.remove(applicant(2).key, keep).ok).toBe(true)
  lock.approve(waiting(3).id, {}, machineSide)
  expect(lock.remove(applicant(1).key, keep).ok).toBe(true)
  expect(lock.remove(applicant(3).key, anyDevice).ok).toBe(true)
})

test('before the code is agreed none fits', () => {
  const entry = pending.add(applicant(1))
  expect(lock.approve(entry?.id ?? '', { code: CODE }, machineSide)).toMatchObject({
    error: { code: 'code_wrong' },
  })
})

test('after three wrong codes, and after ten minutes, a device is refused', async () => {
  const one = waiting(1)
  for (const left of [2, 1, 0]) {
    const wrong = lock.approve(one.id, { code: 'zzzzzzzzzz' }, machineSide)
    expect(wrong).toMatchObject({ error: { code: 'code_wrong', detail: { triesLeft: left } } })
  }
  expect((await one.decided).kind).toBe('refused')
  const two = waiting(2)
  clock.advance(10 * MINUTE_MS - 1)
  expect(lock.status().pending).toHaveLength(1)
  clock.advance(1)
  expect((await two.decided).kind).toBe('refused')
  expect(lock.status().pending).toEqual([])
  expect(clock.pending()).toBe(0)
})

test('at most four wait, and no more devices are approved than the list may hold', () => {
  const ids = [1, 2, 3, 4].map((n) => waiting(n).id)
  expect(pending.add(applicant(5))).toBeNull()
  for (const id of ids.slice(0, 3)) expect(lock.approve(id, {}, machineSide).ok).toBe(true)
  expect(lock.approve(ids[3] ?? '', {}, machineSide)).toMatchObject({ error: { code: 'lock_full' } })
})

test('a name is cleaned before it is kept', () => {
  const one = waiting(1, { name: 'phone\u202e\u0007\nof mine' })
  expect(lock.approve(one.id, {}, machineSide)).toMatchObject({ value: { name: 'phone of mine' } })
})

test('whatever takes something away has the open circuits looked at again', () => {
  lock.approve(waiting(1).id, {}, machineSide)
  expect(changes).toBe(0)
  lock.setOn(false)
  lock.setOn(true)
  expect(lock.remove(applicant(1).key, anyDevice).ok).toBe(true)
  expect(lock.remove(applicant(1).key, anyDevice)).toMatchObject({ error: { code: 'device_not_found' } })
  expect(changes).toBe(3)
  expect(lock.still(applicant(1))).toBeNull()
})
