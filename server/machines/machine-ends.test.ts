import { expect, test } from 'bun:test'
import { Type } from '../../shared/typebox.ts'
import { EnrollmentCode, Machine, RegisteredMachine } from '../../shared/wire/machine.ts'
import { createUserStore } from '../accounts/user-store.ts'
import { createAuditStore } from '../audit/store.ts'
import { createCodeStore } from '../enrollment/store.ts'
import { createGrantStore } from '../grants/store.ts'
import { createRevocationStore } from '../revocations/store.ts'
import { fleetOf } from '../testing/fleet.ts'
import { capabilityFor, enrolled, newKey, type Rig, share, startRig } from '../testing/rig.ts'
import { story } from '../testing/story.ts'
import { createMachineStore } from './store.ts'

const BY = { user: 'u_admin', device: null, address: null }
const Machines = Type.Array(Machine)
const enrollBy = (rig: Rig, code: string) =>
  rig.ask('/v1/enroll', {
    body: { code, machineKey: newKey(), signKey: newKey() },
    headers: { origin: null },
  })

test('machines that were revoked leave their labels and every place free, and stay on record', async () => {
  await using rig = await startRig({ limits: { machines: 1 } })
  const ada = await rig.firstAdmin()
  const ids = []
  for (let n = 0; n < 5; n++) {
    const { machine } = await ada.get(RegisteredMachine, '/v1/machines', { body: { label: 'laptop' } })
    expect((await ada.ask(`/v1/machines/${machine.id}`, { method: 'DELETE' })).status).toBe(200)
    ids.push(machine.id)
  }
  for (const id of ids) {
    expect(createMachineStore(rig.db).get(id)).toMatchObject({ owner: null, revokedAt: rig.clock.now() })
    expect(createCodeStore(rig.db).endings(id)).toEqual(['machine_revoked'])
    expect(createGrantStore(rig.db).usersOf(id)).toEqual([])
    const acts = createAuditStore(rig.db).about(id)
    expect(acts.map(({ act }) => act)).toEqual(['machine_registered', 'machine_revoked'])
  }
})

test('what a machine was still to be told goes with it', async () => {
  const { rig, bob, desk } = await story()
  await using _ = rig
  await bob.ask(`/v1/machines/${desk}`, { method: 'PATCH', body: { remoteChat: false } })
  expect(createRevocationStore(rig.db).of(desk)).not.toEqual([])
  await bob.ask(`/v1/machines/${desk}`, { method: 'DELETE' })
  expect(createRevocationStore(rig.db).of(desk)).toEqual([])
})

test('an account that goes takes its machines and what it was given, and its circuits close', async () => {
  const { rig, ada, bob, desk } = await story()
  await using _ = rig
  const attic = await enrolled(rig, ada, 'attic', true)
  share(rig, attic, bob.user, ['session:read'])
  const held = await capabilityFor(bob, attic)
  const fleet = fleetOf(rig)
  rig.relay.reauthorized.length = 0
  const gone = fleet.act((work) => fleet.machineEnds.releaseAll(work, bob.user, BY))
  expect(gone).toEqual([{ id: desk, label: 'desk' }])
  expect(rig.relay.reauthorized).toEqual([{ machine: desk }, { machine: attic }])
  const { authorization } = rig.authority
  expect(authorization.tunnel(desk)).toMatchObject({ code: 'machine_revoked' })
  expect(authorization.circuit(held)).toMatchObject({ code: 'grant_missing' })
  expect(createRevocationStore(rig.db).of(attic)).toMatchObject([{ sub: bob.user }])
  expect(await ada.get(Machines, '/v1/machines')).toMatchObject([{ id: attic }])
  expect(createGrantStore(rig.db).ofUser(bob.user)).toEqual([])
  expect(createAuditStore(rig.db).about(attic).at(-1)).toMatchObject({ act: 'grant_ended', user: BY.user })
})

test('whoever was banned or deleted a moment ago redeems no code that they still hold', async () => {
  for (const why of ['user_disabled', 'user_deleted'] as const) {
    await using rig = await startRig()
    const ada = await rig.firstAdmin()
    const made = await ada.get(RegisteredMachine, '/v1/machines', { body: { label: 'desk' } })
    const fleet = fleetOf(rig)
    fleet.act((work) => fleet.machineEnds.burnCodesOf(work, ada.user, why))
    expect(createCodeStore(rig.db).endings(made.machine.id)).toEqual([why])
    expect((await enrollBy(rig, made.enrollment.code)).code).toBe('code_unusable')
  }
})

test('a code is worth no more than its maker is now, even if nobody burnt it', async () => {
  await using rig = await startRig()
  await rig.firstAdmin()
  rig.addUser('bob')
  const bob = await rig.signIn('bob')
  const desk = await enrolled(rig, bob, 'desk')
  const path = `/v1/machines/${desk}/enrollment-codes`
  const { code } = await bob.get(EnrollmentCode, path, { method: 'POST' })
  const pinned = createMachineStore(rig.db).get(desk)?.machineKey
  const users = createUserStore(rig.db)
  users.setDisabled(bob.user, 1)
  expect((await enrollBy(rig, code)).code).toBe('code_unusable')
  users.remove(bob.user, 1)
  expect((await enrollBy(rig, code)).code).toBe('code_unusable')
  expect(createMachineStore(rig.db).get(desk)?.machineKey).toBe(pinned ?? '')
})

test('a lowered limit closes what is over it, a raised one has it back without anybody going there', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const first = await enrolled(rig, ada, 'first')
  rig.clock.advance(1)
  const second = await enrolled(rig, ada, 'second')
  const held = await capabilityFor(ada, second)
  const fleet = fleetOf(rig)
  const { authorization } = rig.authority
  const limit = (to: number | null): void =>
    fleet.act((work) => {
      createUserStore(rig.db).setMachineLimit(ada.user, to)
      fleet.machineEnds.lookAgain(work, ada.user)
    })
  rig.relay.reauthorized.length = 0
  limit(1)
  // The newest is what is over.
  expect(rig.relay.reauthorized).toEqual([{ machine: first }, { machine: second }])
  expect([authorization.tunnel(first).ok, authorization.tunnel(second)]).toMatchObject([
    true,
    { code: 'over_limit' },
  ])
  expect(authorization.circuit(held)).toMatchObject({ code: 'over_limit' })
  expect((await ada.ask('/v1/machines', { body: { label: 'third' } })).code).toBe('machine_limit')
  limit(null)
  expect(authorization.circuit(held).ok).toBe(true)
  limit(1)
  await ada.ask(`/v1/machines/${first}`, { method: 'DELETE' })
  expect(authorization.circuit(held).ok).toBe(true)
})

test('however high somebody’s limit was set, the ceiling holds', async () => {
  await using rig = await startRig({ limits: { machines: 1 } })
  const ada = await rig.firstAdmin()
  createUserStore(rig.db).setMachineLimit(ada.user, 5_000)
  await enrolled(rig, ada, 'first')
  expect((await ada.ask('/v1/machines', { body: { label: 'second' } })).code).toBe('machine_limit')
})

test('a disabled owner’s machine is off for those who share it, and comes back with the account', async () => {
  const { rig, ada, bob, desk, token } = await story()
  await using _ = rig
  const fleet = fleetOf(rig)
  const { authorization } = rig.authority
  const disable = (at: number | null): void =>
    fleet.act((work) => {
      createUserStore(rig.db).setDisabled(bob.user, at)
      fleet.machineEnds.lookAgain(work, bob.user)
    })
  rig.relay.reauthorized.length = 0
  disable(1)
  expect(rig.relay.reauthorized).toEqual([{ machine: desk }])
  expect(authorization.tunnel(desk)).toMatchObject({ code: 'owner_disabled' })
  expect(authorization.circuit(token)).toMatchObject({ code: 'owner_disabled' })
  expect(await ada.get(Machines, '/v1/machines')).toMatchObject([{ id: desk, ownerDisabled: true }])
  disable(null)
  expect(authorization.circuit(token).ok).toBe(true)
})
