import { expect, test } from 'bun:test'
import { DAY_MS, HOUR_MS } from '../shared/time.ts'
import { enrolled, scriptOf, startRig } from './testing/rig.ts'

const AGED = 30 * DAY_MS + 6 * HOUR_MS

test('keys that were revoked long ago are forgotten, and live ones kept however old', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const [gone, kept] = [await scriptOf(rig, ada, ['read']), await scriptOf(rig, ada, ['read'])]
  await ada.ask(`/v1/keys/${gone.key}`, { method: 'DELETE' })
  rig.clock.advance(AGED)
  expect(rig.db.query('SELECT id FROM api_keys').all()).toEqual([{ id: kept.key }])
  expect((await gone.ask('/v1/me')).code).toBe('api_key_revoked')
})

test('a deleted account is remembered while its sign-ins may still ask, and then goes with all that was its', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.addUser('bob')
  const bob = await rig.signIn('bob')
  await enrolled(rig, bob, 'desk')
  rig.db.run(`UPDATE users SET deleted_at = ?, name = id || ' deleted' WHERE id = ?`, [
    rig.clock.now(),
    bob.user,
  ])
  expect((await bob.ask('/v1/me')).code).toBe('user_deleted')
  rig.clock.advance(AGED)
  // Its machine has an owner still: the row that the machine points at stays.
  const rows = () => rig.db.query('SELECT id FROM users WHERE id = ?').all(bob.user)
  expect(rows()).toHaveLength(1)
  rig.db.run('UPDATE machines SET owner = NULL')
  rig.clock.advance(6 * HOUR_MS)
  expect(rows()).toEqual([])
  expect((await bob.ask('/v1/me')).code).toBe('session_expired')
  expect(rig.db.query('SELECT count(*) AS n FROM users').get()).toEqual({ n: 1 })
  expect(rig.db.query('SELECT id FROM users').get()).toEqual({ id: ada.user })
})
