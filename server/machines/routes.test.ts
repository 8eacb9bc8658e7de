import { expect, test } from 'bun:test'
import { Type } from '../../shared/typebox.ts'
import { EnrollmentCode, Machine, RegisteredMachine } from '../../shared/wire/machine.ts'
import { createRevocationStore } from '../revocations/store.ts'
import { capabilityFor, enrolled, newKey, readAs, share, startRig } from '../testing/rig.ts'
import { createMachineStore } from './store.ts'

const Machines = Type.Array(Machine)

test('registering a machine owns it, grants every scope and shows a code, in one act', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const made = await ada.get(RegisteredMachine, '/v1/machines', { body: { label: 'desk' } })
  expect(made.machine).toMatchObject({
    label: 'desk',
    owned: true,
    owner: null,
    enrolled: false,
    online: false,
    remoteChat: false,
    scopes: ['session:read', 'session:write', 'machine:admin'],
    key: null,
  })
  expect(made.enrollment).toMatchObject({ machine: made.machine.id, expiresAt: rig.clock.now() + 3_600_000 })
  expect(await ada.get(Machines, '/v1/machines')).toEqual([made.machine])
})

test('each person sees their own machines and those that were shared with them', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const bobId = rig.addUser('bob')
  const bob = await rig.signIn('bob')
  rig.addUser('eve')
  const eve = await rig.signIn('eve')
  const desk = await enrolled(rig, ada, 'desk')
  const attic = await enrolled(rig, ada, 'attic')
  share(rig, desk, bobId, ['session:read'])
  rig.relay.online.add(desk)
  expect((await ada.get(Machines, '/v1/machines')).map(({ label }) => label)).toEqual(['attic', 'desk'])
  const [shared, ...rest] = await bob.get(Machines, '/v1/machines')
  expect(shared).toMatchObject({
    id: desk,
    owned: false,
    owner: 'ada',
    online: true,
    scopes: ['session:read'],
  })
  expect(shared).toMatchObject({ enrolledBy: 'ada' })
  expect(rest).toEqual([])
  for (const text of [(await bob.ask('/v1/machines')).text, (await eve.ask('/v1/machines')).text]) {
    expect(text).not.toContain(attic)
  }
  expect((await eve.ask('/v1/machines')).text).toBe('[]')
})

test('only its owner changes a machine; to others it is forbidden, or not there', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const bobId = rig.addUser('bob')
  const bob = await rig.signIn('bob')
  rig.addUser('eve')
  const eve = await rig.signIn('eve')
  const desk = await enrolled(rig, bob, 'desk')
  share(rig, desk, ada.user, ['session:read', 'session:write', 'machine:admin'])
  expect(bobId).toBe(bob.user)
  const acts = [
    { method: 'PATCH', path: `/v1/machines/${desk}`, body: { label: 'mine' } },
    { method: 'PATCH', path: `/v1/machines/${desk}`, body: { remoteChat: true } },
    { method: 'POST', path: `/v1/machines/${desk}/enrollment-codes` },
    { method: 'DELETE', path: `/v1/machines/${desk}` },
  ]
  for (const { path, ...asked } of acts) {
    // Also an admin, who may do everything there.
    expect((await ada.ask(path, asked)).code).toBe('forbidden')
    expect((await eve.ask(path, asked)).code).toBe('machine_not_found')
  }
  expect(await bob.get(Machines, '/v1/machines')).toMatchObject([
    { id: desk, label: 'desk', remoteChat: false },
  ])
  for (const { path, ...asked } of acts) expect((await bob.ask(path, asked)).code).toBe(null)
})

test('a label is one machine in every list that shows it, whatever its case, and never looks like an id', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.addUser('bob')
  const bob = await rig.signIn('bob')
  const desk = await enrolled(rig, ada, 'desk')
  const label = (name: string, client = ada) => client.ask('/v1/machines', { body: { label: name } })
  expect((await label('DESK')).code).toBe('label_taken')
  expect((await label(desk)).code).toBe('invalid_request')
  expect((await label('-x')).code).toBe('invalid_request')
  share(rig, desk, bob.user, ['session:read'])
  expect((await label('Desk', bob)).code).toBe('label_taken')
  const attic = readAs(RegisteredMachine, await label('attic', bob))
  // The owner would not see the collision, the person it is shared with would.
  const rename = (name: string) => ada.ask(`/v1/machines/${desk}`, { method: 'PATCH', body: { label: name } })
  expect((await rename('attic')).code).toBe('label_taken')
  expect((await rename('Desk')).code).toBe(null)
  await bob.ask(`/v1/machines/${attic.machine.id}`, { method: 'DELETE' })
  expect((await rename('attic')).code).toBe(null)
})

test('past the limit none is registered; a lowered one switches off the newest, and they come back by themselves', async () => {
  await using rig = await startRig({ limits: { machines: 3 } })
  const ada = await rig.firstAdmin()
  const ids: string[] = []
  for (const label of ['a', 'b', 'c']) ids.push(await enrolled(rig, ada, label))
  expect((await ada.ask('/v1/machines', { body: { label: 'd' } })).code).toBe('machine_limit')
  const over = async () => {
    const all = await ada.get(Machines, '/v1/machines')
    return all.filter(({ overLimit }) => overLimit).map(({ label }) => label)
  }
  rig.db.run('UPDATE users SET machine_limit = 1')
  // All three were acquired in the same millisecond: the id decides, and one stays.
  expect(await over()).toHaveLength(2)
  expect(ids.filter((id) => rig.authority.authorization.tunnel(id).ok)).toHaveLength(1)
  rig.db.run('UPDATE users SET machine_limit = 500')
  expect(await over()).toEqual([])
  rig.db.run('UPDATE users SET machine_limit = 2')
  await ada.ask(`/v1/machines/${[...ids].sort()[0]}`, { method: 'DELETE' })
  expect(await over()).toEqual([])
})

test('switching remote chat off narrows what was minted, and tells the machine whom it concerns', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const desk = await enrolled(rig, ada, 'desk', true)
  const wide = await capabilityFor(ada, desk)
  expect(rig.authority.authorization.circuit(wide)).toMatchObject({ ok: true })
  const off = await ada.get(Machine, `/v1/machines/${desk}`, { method: 'PATCH', body: { remoteChat: false } })
  expect(off.remoteChat).toBe(false)
  expect(rig.relay.reauthorized.at(-1)).toEqual({ machine: desk })
  expect(createRevocationStore(rig.db).of(desk)).toMatchObject([{ sub: ada.user }])
  expect(rig.authority.authorization.circuit(wide)).toMatchObject({ ok: false, code: 'stale_capability' })
})

test('a revoked machine is gone, with its codes, its grants and its label', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const desk = await enrolled(rig, ada, 'desk')
  const { code } = await ada.get(EnrollmentCode, `/v1/machines/${desk}/enrollment-codes`, { method: 'POST' })
  const held = await capabilityFor(ada, desk)
  expect((await ada.ask(`/v1/machines/${desk}`, { method: 'DELETE' })).status).toBe(200)
  expect(rig.relay.reauthorized.at(-1)).toEqual({ machine: desk })
  expect((await ada.ask('/v1/machines')).text).toBe('[]')
  const { authorization } = rig.authority
  expect(authorization.circuit(held)).toMatchObject({ ok: false, code: 'machine_revoked' })
  expect(authorization.tunnel(desk)).toMatchObject({ ok: false, code: 'machine_revoked' })
  const enroll = { code, machineKey: newKey(), signKey: newKey() }
  expect((await rig.ask('/v1/enroll', { body: enroll })).code).toBe('code_unusable')
  expect((await ada.ask('/v1/machines', { body: { label: 'desk' } })).status).toBe(201)
})

test('the machine beside the authority becomes the first admin’s, with every scope and remote chat on', async () => {
  await using rig = await startRig()
  const local = rig.authority.localMachine('tower')
  const again = rig.authority.localMachine('tower')
  expect(again?.machine).toBe(local?.machine ?? '')
  const enroll = { machineKey: newKey(), signKey: newKey() }
  expect((await rig.ask('/v1/enroll', { body: { ...enroll, code: local?.code } })).code).toBe('code_unusable')
  expect((await rig.ask('/v1/enroll', { body: { ...enroll, code: again?.code } })).status).toBe(200)
  expect(rig.authority.authorization.tunnel(local?.machine ?? '').ok).toBe(true)
  const ada = await rig.firstAdmin()
  const [machine] = await ada.get(Machines, '/v1/machines')
  expect(machine).toMatchObject({
    id: local?.machine,
    label: 'tower',
    owned: true,
    remoteChat: true,
    enrolled: true,
  })
  expect(createMachineStore(rig.db).get(machine?.id ?? '')?.owner).toBe(ada.user)
  await ada.ask(`/v1/machines/${machine?.id}`, { method: 'DELETE' })
  expect(rig.authority.localMachine('tower')).toBe(null)
})

test('sixty changes a minute, then none for a while', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const desk = await enrolled(rig, ada, 'desk')
  const change = () => ada.ask(`/v1/machines/${desk}`, { method: 'PATCH', body: {} })
  for (let n = 1; n < 60; n++) expect((await change()).status).toBe(200)
  const over = await change()
  expect([over.status, over.code, over.headers.get('retry-after')]).toEqual([429, 'throttled', '10'])
})
