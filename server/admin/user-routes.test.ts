import { expect, test } from 'bun:test'
import { Type } from '../../shared/typebox.ts'
import { AdminUser, AdminUsers, Invited, UserDeleted } from '../../shared/wire/admin.ts'
import { Machine } from '../../shared/wire/machine.ts'
import { auditOf, patchUser as patch, withBob } from '../testing/admin-story.ts'
import { capabilityFor, enrolled, readAs, scriptOf, startRig } from '../testing/rig.ts'

test('of two who make the same name at once one is refused, and nothing of the second is left', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const both = await Promise.all(
    ['bob', 'bob'].map((name) => ada.ask('/v1/admin/users', { body: { name, email: 'bob@example.org' } })),
  )
  expect(both.map(({ status, code }) => [status, code]).sort()).toEqual([
    [201, null],
    [409, 'user_exists'],
  ])
  expect(rig.db.query('SELECT count(*) AS n FROM users').get()).toEqual({ n: 2 })
  expect((await ada.ask('/v1/admin/users', { body: { name: 'carol' } })).status).toBe(201)
})

test('who is invited has no password and no proven address until the link is used, and then no second link', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const first = await ada.get(Invited, '/v1/admin/users', { body: { name: 'bob', email: 'bob@example.org' } })
  expect(first).toMatchObject({
    mailed: false,
    user: { name: 'bob', email: 'bob@example.org', emailVerified: false, hasPassword: false, seenAt: null },
  })
  const path = `/v1/admin/users/${first.user.id}/invite`
  const again = await ada.get(Invited, path, { method: 'POST' })
  const use = (link: string | null) =>
    rig.ask('/v1/invite', {
      body: { token: link?.split('#')[1] ?? '', password: 'a good long one' },
      headers: { 'x-fairlead-client': 'cli' },
    })
  // The link of before is burnt by the one after it.
  expect((await use(first.link)).code).toBe('code_unusable')
  expect((await use(again.link)).status).toBe(200)
  expect((await use(again.link)).code).toBe('code_unusable')
  expect((await ada.ask(path, { method: 'POST' })).code).toBe('password_set')
  expect((await ada.ask('/v1/admin/users/u_nobody/invite', { method: 'POST' })).code).toBe('user_not_found')
})

test('nobody disables, demotes or deletes themselves, and of two admins who do it to each other one stays', async () => {
  const { rig, ada, bob } = await withBob()
  await using _rig = rig
  for (const body of [{ disabled: true }, { admin: false }]) {
    expect((await patch(ada, ada.user, body)).code).toBe('own_account')
  }
  expect((await ada.ask(`/v1/admin/users/${ada.user}`, { method: 'DELETE' })).code).toBe('own_account')
  expect((await patch(ada, bob.user, { admin: true })).status).toBe(200)
  const both = await Promise.all([
    patch(ada, bob.user, { admin: false }),
    patch(bob, ada.user, { admin: false }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  expect(rig.db.query('SELECT count(*) AS n FROM users WHERE admin = 1').get()).toEqual({ n: 1 })
})

test('a disabled account is refused at every door and comes back as it was, machines and keys too', async () => {
  const { rig, ada, bob } = await withBob()
  await using _rig = rig
  const desk = await enrolled(rig, bob, 'desk')
  const script = await scriptOf(rig, bob, ['read', 'circuits'])
  const capability = await capabilityFor(bob, desk)
  const byKey = await capabilityFor(script, desk)
  const code = await bob.ask(`/v1/machines/${desk}/enrollment-codes`, { method: 'POST' })
  const cookie = `fl_${rig.authority.issuer.slice(2, 10)}=${bob.secret}`
  const { authorization } = rig.authority
  const opens = (token: string) => {
    const judged = authorization.circuit(token)
    return judged.ok ? 'opens' : judged.code
  }
  expect([opens(capability), opens(byKey)]).toEqual(['opens', 'opens'])
  rig.relay.reauthorized.length = 0
  readAs(AdminUser, await patch(ada, bob.user, { disabled: true }))
  expect(rig.relay.reauthorized).toContainEqual({ sub: bob.user })
  expect(rig.relay.reauthorized).toContainEqual({ machine: desk })
  expect((await bob.ask('/v1/me')).code).toBe('user_disabled')
  expect((await rig.ask('/v1/me', { headers: { cookie } })).code).toBe('user_disabled')
  expect((await script.ask('/v1/me')).code).toBe('user_disabled')
  expect((await rig.ask('/v1/login', { body: { name: 'bob', password: 'a long enough one' } })).code).toBe(
    'invalid_login',
  )
  expect(code.status).toBe(201)
  const burnt = rig.db
    .query('SELECT count(*) AS n FROM enrollment_codes WHERE burnt_why = ?')
    .get('user_disabled')
  expect(burnt).toEqual({ n: 1 })
  expect([opens(capability), opens(byKey)]).toEqual(['user_disabled', 'user_disabled'])
  expect(authorization.tunnel(desk)).toMatchObject({ ok: false, code: 'owner_disabled' })
  readAs(AdminUser, await patch(ada, bob.user, { disabled: false }))
  expect((await bob.ask('/v1/me')).status).toBe(200)
  expect((await script.ask('/v1/me')).status).toBe(200)
  expect([opens(capability), opens(byKey)]).toEqual(['opens', 'opens'])
  expect(authorization.tunnel(desk)).toMatchObject({ ok: true })
  expect(await bob.get(Type.Array(Machine), '/v1/machines')).toMatchObject([
    { id: desk, ownerDisabled: false },
  ])
  expect(auditOf(rig, bob.user)).toEqual(expect.arrayContaining(['user_disabled', 'user_enabled']))
  // Twice the same is once.
  await patch(ada, bob.user, { disabled: false })
  expect(auditOf(rig, bob.user).filter((act) => act === 'user_enabled')).toHaveLength(1)
})

test('a deleted account is told so at every door, its machines are revoked, its name is free, its record stays', async () => {
  const { rig, ada, bob } = await withBob()
  await using _rig = rig
  const desk = await enrolled(rig, bob, 'desk')
  const script = await scriptOf(rig, bob, ['read'])
  const gone = await ada.get(UserDeleted, `/v1/admin/users/${bob.user}`, { method: 'DELETE' })
  expect(gone).toEqual({ deleted: bob.user, machinesRevoked: [{ id: desk, label: 'desk' }] })
  const cookie = `fl_${rig.authority.issuer.slice(2, 10)}=${bob.secret}`
  expect((await bob.ask('/v1/me')).code).toBe('user_deleted')
  expect((await rig.ask('/v1/me', { headers: { cookie } })).code).toBe('user_deleted')
  expect((await script.ask('/v1/me')).code).toBe('user_deleted')
  expect(rig.db.query('SELECT count(*) AS n FROM grants').get()).toEqual({ n: 0 })
  expect(rig.db.query('SELECT count(*) AS n FROM machines WHERE revoked_at IS NULL').get()).toEqual({ n: 0 })
  expect(auditOf(rig, bob.user)).toContain('user_deleted')
  expect(auditOf(rig, desk)).toContain('machine_revoked')
  expect((await ada.ask(`/v1/admin/users/${bob.user}`, { method: 'DELETE' })).code).toBe('user_not_found')
  const second = await ada.get(Invited, '/v1/admin/users', { body: { name: 'bob' } })
  expect(second.user.id).not.toBe(bob.user)
  const { users } = await ada.get(AdminUsers, '/v1/admin/users')
  expect(users.map(({ name }) => name)).toEqual(['ada', 'bob'])
})

test('links of a deleted account do nothing any more', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const { user, link } = await ada.get(Invited, '/v1/admin/users', { body: { name: 'bob' } })
  await ada.ask(`/v1/admin/users/${user.id}`, { method: 'DELETE' })
  const body = { token: link?.split('#')[1] ?? '', password: 'a good long one' }
  expect((await rig.ask('/v1/invite', { body })).code).toBe('code_unusable')
})

test('a limit is kept within what anybody may have, and what is over it is looked at', async () => {
  const { rig, ada, bob } = await withBob()
  await using _rig = rig
  const desk = await enrolled(rig, bob, 'desk')
  const over = await patch(ada, bob.user, { machineLimit: 51 })
  expect([over.code, over.text.includes('body/machineLimit')]).toEqual(['invalid_request', true])
  rig.relay.reauthorized.length = 0
  const changed = readAs(AdminUser, await patch(ada, bob.user, { machineLimit: 0 }))
  expect(changed).toMatchObject({ machines: 1, machineLimit: 0, ownMachineLimit: 0 })
  expect(rig.relay.reauthorized).toContainEqual({ machine: desk })
  expect(await bob.get(Type.Array(Machine), '/v1/machines')).toMatchObject([{ overLimit: true }])
  const back = readAs(AdminUser, await patch(ada, bob.user, { machineLimit: null }))
  expect(back).toMatchObject({ machineLimit: 50, ownMachineLimit: null })
  expect(await bob.get(Type.Array(Machine), '/v1/machines')).toMatchObject([{ overLimit: false }])
})

test('half of a change is none: a refused part leaves the other undone', async () => {
  const { rig, ada } = await withBob()
  await using _rig = rig
  expect((await patch(ada, ada.user, { machineLimit: 3, admin: false })).code).toBe('own_account')
  expect(rig.db.query('SELECT machine_limit FROM users WHERE id = ?').get(ada.user)).toEqual({
    machine_limit: null,
  })
})
