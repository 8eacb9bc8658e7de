import { expect, test } from 'bun:test'
import { MINUTE_MS } from '../../shared/time.ts'
import { patchUser as patch, withBob } from '../testing/admin-story.ts'
import { scriptOf } from '../testing/rig.ts'

test('no route of an admin takes a password, or answers with anything that lets in as somebody else', async () => {
  const { rig, ada, bob } = await withBob()
  await using _rig = rig
  const script = await scriptOf(rig, bob, ['read'])
  const secrets = [bob.secret, script.secret, 'hash of', script.key]
  const admins = rig.authority.app.routes.filter(({ path }) => path.startsWith('/v1/admin'))
  expect(
    admins.some(({ path }) => /password|passwd|reset|key.*user|user.*key|sign-in|grant/.test(path)),
  ).toBe(false)
  for (const { path } of admins.filter(({ method, path }) => method === 'GET' && !path.includes(':'))) {
    const { status, text } = await ada.ask(path)
    expect([path, status]).toEqual([path, 200])
    for (const secret of secrets)
      expect([path, text.includes(secret)]).toEqual([path, path.endsWith('/audit') && secret === script.key])
  }
  // What is not in the schema of a change is no part of it.
  await patch(ada, bob.user, { password: 'mine now, all of it', passwordHash: 'x', name: 'mallory' })
  expect((await rig.signIn('bob')).user).toBe(bob.user)
})

test('every change needs a password that was given just now', async () => {
  const { rig, ada, bob } = await withBob()
  await using _rig = rig
  rig.clock.advance(11 * MINUTE_MS)
  const changes = rig.authority.app.routes.filter(
    ({ method, path }) => path.startsWith('/v1/admin') && method !== 'GET',
  )
  expect(changes.length).toBe(12)
  const bodies: Record<string, object> = {
    'POST /v1/admin/users': { name: 'carol' },
    'PATCH /v1/admin/users/:user': { disabled: true },
    'PATCH /v1/admin/settings': { registration: 'open' },
    'POST /v1/admin/machines/:machine/adoption': { owner: bob.user },
  }
  for (const { method, path } of changes) {
    const body = bodies[`${method} ${path.replace(/\/$/, '')}`]
    const to = path.replace(/:\w+/, bob.user)
    const asked = await ada.ask(to, { method, ...(body && { body }) })
    expect([path, asked.status, asked.code]).toEqual([path, 403, 'fresh_sign_in_required'])
  }
})

test('an admin who was demoted while their request was on its way changes nothing', async () => {
  const { rig, ada, bob } = await withBob()
  await using _rig = rig
  await patch(ada, bob.user, { admin: true })
  // Admitted as an admin; the rest of the body comes after the row changed.
  const slow = patch(bob, ada.user, { disabled: true })
  rig.db.query('UPDATE users SET admin = 0 WHERE id = ?').run(bob.user)
  expect((await slow).code).toBe('forbidden')
  expect((await ada.ask('/v1/me')).status).toBe(200)
})
