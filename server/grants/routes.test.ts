import { expect, test } from 'bun:test'
import { Type } from '../../shared/typebox.ts'
import { Grant, Grants } from '../../shared/wire/grant.ts'
import { Machine } from '../../shared/wire/machine.ts'
import { createUserStore } from '../accounts/user-store.ts'
import { createRevocationStore } from '../revocations/store.ts'
import { type Client, capabilityFor, enrolled, startRig } from '../testing/rig.ts'
import { createGrantStore } from './store.ts'

const Machines = Type.Array(Machine)

/** Ada runs the authority, the desk is Bob's, Carol is to use it, and Eve has nothing to do with it. */
async function sharing() {
  const rig = await startRig()
  const ada = await rig.firstAdmin()
  for (const name of ['bob', 'carol', 'eve']) rig.addUser(name)
  const [bob, carol, eve] = [await rig.signIn('bob'), await rig.signIn('carol'), await rig.signIn('eve')]
  const desk = await enrolled(rig, bob, 'desk', true)
  const give = (who: Client, user: string, scopes: unknown = ['session:read']) =>
    who.ask(`/v1/machines/${desk}/grants/${user}`, { method: 'PUT', body: { scopes } })
  const end = (who: Client, user: string) =>
    who.ask(`/v1/machines/${desk}/grants/${user}`, { method: 'DELETE' })
  const leave = (who: Client) => who.ask(`/v1/machines/${desk}/grant`, { method: 'DELETE' })
  const list = (who: Client) => who.ask(`/v1/machines/${desk}/grants`)
  return { rig, ada, bob, carol, eve, desk, give, end, leave, list }
}

test('an owner shares a machine by the id of a person, and sees who has it by name', async () => {
  const { rig, bob, carol, desk, give } = await sharing()
  await using _ = rig
  const made = await bob.get(Grant, `/v1/machines/${desk}/grants/${carol.user}`, {
    method: 'PUT',
    body: { scopes: ['session:write', 'session:read'] },
  })
  expect(made).toMatchObject({ user: carol.user, name: 'carol', owner: false, disabled: false })
  expect(made.scopes).toEqual(['session:read', 'session:write'])
  const { grants } = await bob.get(Grants, `/v1/machines/${desk}/grants`)
  expect(grants.map(({ name, owner }) => [name, owner]).toSorted()).toEqual([
    ['bob', true],
    ['carol', false],
  ])
  expect(await carol.get(Machines, '/v1/machines')).toMatchObject([
    { id: desk, owned: false, owner: 'bob', scopes: ['session:read', 'session:write'] },
  ])
  // By the exact id: a name finds nobody, so that names cannot be tried out.
  expect((await give(bob, 'carol')).code).toBe('user_not_found')
  for (const wrong of [[], ['everything'], ['session:read', 'session:read']]) {
    expect((await give(bob, carol.user, wrong)).code).toBe('invalid_request')
  }
})

test('an admin, or somebody who may use it, shares nothing; to a stranger there is no such machine', async () => {
  const { rig, ada, bob, carol, eve, give, end, leave, list } = await sharing()
  await using _ = rig
  await give(bob, carol.user, ['session:read', 'session:write', 'machine:admin'])
  for (const act of [give, end]) {
    expect((await act(carol, eve.user)).code).toBe('forbidden')
    expect((await act(ada, ada.user)).code).toBe('machine_not_found')
    expect((await act(eve, eve.user)).code).toBe('machine_not_found')
  }
  expect([(await list(carol)).code, (await list(ada)).code]).toEqual(['forbidden', 'machine_not_found'])
  expect((await leave(eve)).code).toBe('machine_not_found')
})

test('giving wants the password of just now; taking away does not', async () => {
  const { rig, bob, carol, give, end } = await sharing()
  await using _ = rig
  await give(bob, carol.user)
  rig.clock.advance(11 * 60_000)
  expect((await give(bob, carol.user, ['session:read', 'machine:admin'])).code).toBe('fresh_sign_in_required')
  expect((await end(bob, carol.user)).text).toBe(JSON.stringify({ ended: carol.user }))
})

test('a grant to a disabled account does not lie in wait for the day it is enabled', async () => {
  const { rig, bob, carol, desk, give } = await sharing()
  await using _ = rig
  createUserStore(rig.db).setDisabled(carol.user, rig.clock.now())
  // Not the code at which clients sign out: it is about somebody else.
  expect((await give(bob, carol.user)).code).toBe('grantee_disabled')
  expect(createGrantStore(rig.db).scopes(carol.user, desk)).toBe(null)
  createUserStore(rig.db).remove(carol.user, rig.clock.now())
  expect((await give(bob, carol.user)).code).toBe('user_not_found')
})

test('an owner’s own grant is neither changed nor ended nor left', async () => {
  const { rig, bob, give, end, leave, desk } = await sharing()
  await using _ = rig
  for (const answer of [await give(bob, bob.user), await end(bob, bob.user), await leave(bob)]) {
    expect(answer.code).toBe('grant_is_owner')
  }
  expect(createGrantStore(rig.db).scopes(bob.user, desk)).toHaveLength(3)
})

test('sharing does not put two machines of one name into somebody’s list', async () => {
  const { rig, bob, carol, give } = await sharing()
  await using _ = rig
  const own = await enrolled(rig, carol, 'DESK')
  expect((await give(bob, carol.user)).code).toBe('label_taken')
  await carol.ask(`/v1/machines/${own}`, { method: 'DELETE' })
  expect((await give(bob, carol.user)).status).toBe(200)
  // What they have already is no clash with itself.
  expect((await give(bob, carol.user, ['session:read', 'session:write'])).status).toBe(200)
})

test('narrowing, ending and leaving reach circuits at once and are told to the machine', async () => {
  const { rig, bob, carol, desk, give, end, leave } = await sharing()
  await using _ = rig
  const { authorization } = rig.authority
  const told = () => createRevocationStore(rig.db).of(desk)
  const acts = [
    { act: () => give(bob, carol.user, ['session:read']), code: 'stale_capability' },
    { act: () => end(bob, carol.user), code: 'grant_missing' },
    { act: () => leave(carol), code: 'grant_missing' },
  ]
  for (const { act, code } of acts) {
    await give(bob, carol.user, ['session:read', 'session:write'])
    const held = await capabilityFor(carol, desk)
    expect(authorization.circuit(held).ok).toBe(true)
    const before = told().length
    rig.relay.reauthorized.length = 0
    expect((await act()).status).toBe(200)
    expect(rig.relay.reauthorized).toEqual([{ machine: desk }])
    expect(rig.relay.nudged.at(-1)).toBe(desk)
    expect(authorization.circuit(held)).toMatchObject({ ok: false, code })
    expect(told().length >= before && told().some(({ sub }) => sub === carol.user)).toBe(true)
  }
  expect((await end(bob, carol.user)).code).toBe('user_not_found')
})

test('widening cuts nobody off', async () => {
  const { rig, bob, carol, desk, give } = await sharing()
  await using _ = rig
  await give(bob, carol.user)
  const held = await capabilityFor(carol, desk)
  rig.relay.reauthorized.length = 0
  await give(bob, carol.user, ['session:read', 'session:write'])
  expect(rig.relay.reauthorized).toEqual([])
  expect(rig.authority.authorization.circuit(held).ok).toBe(true)
})

test('a machine is shared with fifty people, and not with one more', async () => {
  const { rig, bob, carol, desk, give, end } = await sharing()
  await using _ = rig
  const others = Array.from({ length: 50 }, (_, n) => rig.addUser(`p${n}`))
  for (const user of others) {
    createGrantStore(rig.db).insert({ user, machine: desk, scopes: ['session:read'], grantedBy: 'x', at: 1 })
  }
  expect((await give(bob, carol.user)).code).toBe('machine_limit')
  await end(bob, others[0] ?? '')
  expect((await give(bob, carol.user)).status).toBe(200)
})
