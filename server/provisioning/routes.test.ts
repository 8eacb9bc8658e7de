import { expect, test } from 'bun:test'
import { Type } from '../../shared/typebox.ts'
import { Machine } from '../../shared/wire/machine.ts'
import { Provisioned } from '../../shared/wire/provision.ts'
import { createUserStore } from '../accounts/user-store.ts'
import { createAuditStore } from '../audit/store.ts'
import { createMachineStore } from '../machines/store.ts'
import { admitted, fleetOf } from '../testing/fleet.ts'
import { enrolled, newKey, type RigOptions, readAs, startRig } from '../testing/rig.ts'

const Machines = Type.Array(Machine)

async function provisioned(options: RigOptions = {}) {
  const rig = await startRig(options)
  const ada = await rig.firstAdmin()
  rig.addUser('bob')
  const bob = await rig.signIn('bob')
  const fleet = fleetOf(rig)
  const who = admitted(rig, ada)
  const mint = (): string => fleet.act((work) => fleet.provisioning.mint(work, who)).secret
  const secret = mint()
  const ask = (
    owner: string,
    label = 'desk',
    as: string | null = `Bearer ${secret}`,
    address = '192.0.2.1',
  ) =>
    rig.ask('/v1/provision', {
      body: { owner, label },
      headers: { authorization: as, origin: null },
      address,
    })
  return { rig, ada, bob, fleet, who, mint, secret, ask }
}

test('the key makes a machine that is somebody’s, with a code, and the list says that it was not them', async () => {
  const { rig, bob, ask } = await provisioned()
  await using _ = rig
  const made = readAs(Provisioned, await ask('bob'))
  expect(made).toMatchObject({ label: 'desk', owner: bob.user, machineLimitRaisedTo: null })
  const { code } = made.enrollment
  const body = { code, machineKey: newKey(), signKey: newKey() }
  expect((await rig.ask('/v1/enroll', { body, headers: { origin: null } })).status).toBe(200)
  expect(await bob.get(Machines, '/v1/machines')).toMatchObject([
    { id: made.machine, owned: true, enrolled: true, enrolledBy: 'provisioning key', remoteChat: false },
  ])
  expect(createAuditStore(rig.db).about(made.machine)).toMatchObject([
    { act: 'machine_provisioned', user: null, address: '192.0.2.1' },
    { act: 'machine_enrolled' },
  ])
})

test('a key opens nothing else, and no sign-in opens this', async () => {
  const { rig, ada, ask, secret } = await provisioned()
  await using _ = rig
  const asKey = { headers: { authorization: `Bearer ${secret}` } }
  for (const path of ['/v1/me', '/v1/machines', '/v1/audit']) {
    expect((await rig.ask(path, asKey)).status).toBe(401)
  }
  const wrong = [null, '', 'Bearer', 'Bearer fp_short', `Basic ${secret}`, `Bearer ${secret}x`]
  for (const header of [...wrong, `Bearer ${ada.secret}`, `Bearer fp_${'0'.repeat(32)}`]) {
    const answer = await ask('bob', 'desk', header)
    expect([answer.status, answer.code]).toEqual([401, 'provisioning_key_invalid'])
  }
  expect(createMachineStore(rig.db).all()).toEqual([])
})

test('minting replaces the key, ending it leaves none, and the row holds no secret', async () => {
  const { rig, ask, fleet, who, mint, secret } = await provisioned()
  await using _ = rig
  const newer = mint()
  expect((await ask('bob')).code).toBe('provisioning_key_invalid')
  expect((await ask('bob', 'desk', `Bearer ${newer}`)).status).toBe(201)
  const now = rig.clock.now()
  expect(fleet.provisioning.key()).toEqual({ exists: true, madeBy: 'ada', createdAt: now, usedAt: now })
  expect(fleet.act((work) => fleet.provisioning.end(work, who))).toEqual({ ended: true })
  expect(fleet.act((work) => fleet.provisioning.end(work, who))).toEqual({ ended: false })
  expect((await ask('bob', 'attic', `Bearer ${newer}`)).code).toBe('provisioning_key_invalid')
  expect(fleet.provisioning.key()).toMatchObject({ exists: false, madeBy: null })
  rig.db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  const bytes = Buffer.from(await Bun.file(rig.path).bytes())
  expect([bytes.includes(newer), bytes.includes(secret)]).toEqual([false, false])
})

test('guessing is held up by the address that it comes from, and by no other', async () => {
  const { rig, ask } = await provisioned()
  await using _ = rig
  for (let n = 0; n < 60; n++) await ask('bob', 'desk', `Bearer fp_${'1'.repeat(32)}`)
  expect((await ask('bob')).code).toBe('throttled')
  expect((await ask('bob', 'desk', undefined, '198.51.100.7')).status).toBe(201)
})

test('words that fit two accounts mean neither, whichever row would come first', async () => {
  const { rig, ada, bob, ask } = await provisioned()
  await using _ = rig
  const users = createUserStore(rig.db)
  users.setEmail(bob.user, 'bob@example.test', 1)
  expect(readAs(Provisioned, await ask('Bob@Example.test', 'one')).owner).toBe(bob.user)
  expect(readAs(Provisioned, await ask('BOB', 'two')).owner).toBe(bob.user)
  expect(readAs(Provisioned, await ask(bob.user, 'three')).owner).toBe(bob.user)
  // One's name is another's address.
  users.setEmail(ada.user, 'bob', 1)
  expect((await ask('bob', 'four')).code).toBe('owner_ambiguous')
  expect((await ask('nobody', 'four')).code).toBe('owner_ambiguous')
  users.setPendingEmail(bob.user, 'not-yet@example.test')
  expect((await ask('not-yet@example.test', 'four')).code).toBe('owner_ambiguous')
  expect(createMachineStore(rig.db).ownedCount(bob.user)).toBe(3)
})

test('the limit goes up by what is needed, and what is refused has raised nobody’s', async () => {
  const { rig, bob, ask } = await provisioned()
  await using _ = rig
  const users = createUserStore(rig.db)
  await enrolled(rig, bob, 'first')
  users.setMachineLimit(bob.user, 0)
  const limit = () => users.get(bob.user)?.machineLimit
  expect((await ask('bob', 'FIRST')).code).toBe('label_taken')
  expect((await ask('bob', 'm_00000000000000000000000000')).code).toBe('invalid_request')
  expect(limit()).toBe(0)
  const made = readAs(Provisioned, await ask('bob', 'second'))
  expect([made.machineLimitRaisedTo, limit()]).toEqual([2, 2])
  const all = await bob.get(Machines, '/v1/machines')
  expect(all.map(({ overLimit }) => overLimit)).toEqual([false, false])
  users.setMachineLimit(bob.user, 9)
  expect(readAs(Provisioned, await ask('bob', 'third')).machineLimitRaisedTo).toBe(null)
})

test('at the ceiling nothing is made, and the limit that somebody lowered stays lowered', async () => {
  const { rig, bob, ask } = await provisioned({ limits: { machines: 2 } })
  await using _ = rig
  await enrolled(rig, bob, 'first')
  await enrolled(rig, bob, 'second')
  createUserStore(rig.db).setMachineLimit(bob.user, 1)
  expect((await ask('bob', 'third')).code).toBe('machine_limit')
  expect(createUserStore(rig.db).get(bob.user)?.machineLimit).toBe(1)
  expect(createMachineStore(rig.db).ownedCount(bob.user)).toBe(2)
})

test('a disabled or deleted account gets no machine', async () => {
  const { rig, bob, ask } = await provisioned()
  await using _ = rig
  createUserStore(rig.db).setDisabled(bob.user, 1)
  expect((await ask('bob')).code).toBe('grantee_disabled')
  createUserStore(rig.db).remove(bob.user, 1)
  for (const words of ['bob', bob.user]) expect((await ask(words)).code).toBe('owner_ambiguous')
})
