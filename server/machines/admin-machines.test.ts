import { expect, test } from 'bun:test'
import { Type } from '../../shared/typebox.ts'
import { Machine, RegisteredMachine } from '../../shared/wire/machine.ts'
import { createUserStore } from '../accounts/user-store.ts'
import { createCodeStore } from '../enrollment/store.ts'
import { createGrantStore } from '../grants/store.ts'
import { admitted, fleetOf } from '../testing/fleet.ts'
import { type Client, enrolled, newKey, type Rig, readAs, startRig } from '../testing/rig.ts'
import { createMachineStore } from './store.ts'

const Machines = Type.Array(Machine)

/** Ada runs the authority; Bob and Carol are people; the tower is nobody’s. */
async function fleet() {
  const rig = await startRig()
  const ada = await rig.firstAdmin()
  for (const name of ['bob', 'carol']) rig.addUser(name)
  const [bob, carol] = [await rig.signIn('bob'), await rig.signIn('carol')]
  const tower = 'm_tower'
  createMachineStore(rig.db).insert({ id: tower, label: 'tower', owner: null, local: false, at: 1 })
  const all = fleetOf(rig)
  return { rig, ada, bob, carol, tower, all, admin: all.adminMachines, who: admitted(rig, ada) }
}

const codeOf = (done: { ok: boolean; error?: { code: string } }): string | null => done.error?.code ?? null
const enroll = (rig: Rig, code: string) =>
  rig.ask('/v1/enroll', {
    body: { code, machineKey: newKey(), signKey: newKey() },
    headers: { origin: null },
  })
const grantTo = (rig: Rig, machine: string, client: Client): void =>
  createGrantStore(rig.db).insert({
    user: client.user,
    machine,
    scopes: ['session:read'],
    grantedBy: 'x',
    at: 1,
  })

test('a stranded machine gets an owner, who has it in their list, and codes from before are burnt', async () => {
  const { rig, bob, tower, admin, who } = await fleet()
  await using _ = rig
  const code = admin.mintCode(who, tower)
  const adopted = admin.adopt(who, tower, bob.user)
  expect(adopted).toMatchObject({
    ok: true,
    value: { codesBurnt: 1, machine: { owner: bob.user, ownerName: 'bob', grants: 1 } },
  })
  expect(createCodeStore(rig.db).endings(tower)).toEqual(['adopted'])
  expect((await enroll(rig, code.ok ? code.value.code : '')).code).toBe('code_unusable')
  expect(await bob.get(Machines, '/v1/machines')).toMatchObject([
    { id: tower, owned: true, remoteChat: false, scopes: ['session:read', 'session:write', 'machine:admin'] },
  ])
})

test('an admin takes no machine from its owner, nor from the people who use it', async () => {
  const { rig, ada, bob, carol, tower, admin, who } = await fleet()
  await using _ = rig
  const desk = await enrolled(rig, bob, 'desk')
  expect(codeOf(admin.adopt(who, desk, ada.user))).toBe('machine_owned')
  grantTo(rig, tower, carol)
  expect(codeOf(admin.adopt(who, tower, ada.user))).toBe('machine_granted')
  expect(admin.adopt(who, tower, carol.user).ok).toBe(true)
  expect(createGrantStore(rig.db).scopes(carol.user, tower)).toHaveLength(3)
  expect(codeOf(admin.adopt(who, 'm_none', ada.user))).toBe('machine_not_found')
})

test('adoption asks what registering would: whether they are there, the name and the limit', async () => {
  const { rig, bob, carol, tower, admin, who } = await fleet()
  await using _ = rig
  const users = createUserStore(rig.db)
  expect(codeOf(admin.adopt(who, tower, 'u_none'))).toBe('user_not_found')
  await enrolled(rig, bob, 'Tower')
  expect(codeOf(admin.adopt(who, tower, bob.user))).toBe('label_taken')
  users.setMachineLimit(carol.user, 0)
  expect(codeOf(admin.adopt(who, tower, carol.user))).toBe('machine_limit')
  users.setDisabled(carol.user, 1)
  expect(codeOf(admin.adopt(who, tower, carol.user))).toBe('grantee_disabled')
  expect(createMachineStore(rig.db).get(tower)?.owner).toBe(null)
})

test('an admin puts no other computer in the place of one that runs for somebody', async () => {
  const { rig, ada, bob, carol, tower, admin, who } = await fleet()
  await using _ = rig
  const desk = await enrolled(rig, bob, 'desk')
  expect(codeOf(admin.mintCode(who, desk))).toBe('machine_enrolled')
  grantTo(rig, tower, carol)
  const first = admin.mintCode(who, tower)
  expect(first.ok && (await enroll(rig, first.value.code)).status).toBe(200)
  expect(codeOf(admin.mintCode(who, tower))).toBe('machine_enrolled')
  // Nobody’s at all: there is nobody to deceive.
  createGrantStore(rig.db).dropMachine(tower)
  expect(admin.mintCode(who, tower).ok).toBe(true)
  expect(ada.user).toBe(who.user.id)
})

test('an admin sees every machine that is there, with its owner, and removes any', async () => {
  const { rig, bob, tower, admin, who } = await fleet()
  await using _ = rig
  const desk = await enrolled(rig, bob, 'desk')
  expect(admin.list()).toMatchObject([
    { id: desk, owner: bob.user, ownerName: 'bob', enrolled: true, grants: 1, enrolledBy: 'bob' },
    { id: tower, owner: null, ownerName: null, enrolled: false, grants: 0, enrolledBy: null },
  ])
  expect(admin.revoke(who, desk)).toEqual({ ok: true, value: { revoked: desk } })
  expect(rig.relay.reauthorized.at(-1)).toEqual({ machine: desk })
  expect(admin.list()).toHaveLength(1)
  expect(codeOf(admin.revoke(who, desk))).toBe('machine_not_found')
})

test('a machine swapped for another of the same name says whose code brought it up', async () => {
  const { rig, bob, all, admin, who } = await fleet()
  await using _ = rig
  const laptop = await enrolled(rig, bob, 'laptop')
  // Each of these three is allowed, and has to be.
  expect(admin.revoke(who, laptop).ok).toBe(true)
  const { secret } = all.act((work) => all.provisioning.mint(work, who))
  const made = await rig.ask('/v1/provision', {
    body: { owner: 'bob', label: 'laptop' },
    headers: { authorization: `Bearer ${secret}`, origin: null },
  })
  const { enrollment } = JSON.parse(made.text)
  expect((await enroll(rig, enrollment.code)).status).toBe(200)
  expect(await bob.get(Machines, '/v1/machines')).toMatchObject([
    { label: 'laptop', owned: true, enrolled: true, enrolledBy: 'provisioning key' },
  ])
})

test('who brought a machine up is still not its owner after their account is gone', async () => {
  const { rig, bob, carol, tower, admin, who } = await fleet()
  await using _ = rig
  const desk = await enrolled(rig, carol, 'desk')
  rig.db.run('UPDATE machines SET owner = ? WHERE id = ?', [bob.user, desk])
  grantTo(rig, desk, bob)
  createUserStore(rig.db).remove(carol.user, 1)
  createUserStore(rig.db).forgetBefore(2)
  expect(await bob.get(Machines, '/v1/machines')).toMatchObject([{ id: desk, enrolledBy: 'deleted account' }])
  expect(admin.list().map(({ id, enrolledBy }) => [id, enrolledBy])).toEqual([
    [desk, 'deleted account'],
    [tower, null],
  ])
  expect(who.user.admin).toBe(true)
})

test('a code that an admin minted shows their name to the owner, and one’s own shows none', async () => {
  const { rig, bob, admin, who } = await fleet()
  await using _ = rig
  const { machine } = readAs(RegisteredMachine, await bob.ask('/v1/machines', { body: { label: 'laptop' } }))
  const code = admin.mintCode(who, machine.id)
  expect(code.ok && (await enroll(rig, code.value.code)).status).toBe(200)
  expect(await bob.get(Machines, '/v1/machines')).toMatchObject([{ id: machine.id, enrolledBy: 'ada' }])
  const own = await enrolled(rig, bob, 'own')
  expect(await bob.get(Machines, '/v1/machines')).toContainEqual(
    expect.objectContaining({ id: own, enrolledBy: null }),
  )
})
