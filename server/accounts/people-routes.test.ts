import { expect, test } from 'bun:test'
import { startRig } from '../testing/rig.ts'

test('an exact id says whose it is, and nothing else about them', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const bob = rig.addUser('bob')
  const found = await ada.ask(`/v1/users/${bob}`)
  expect(JSON.parse(found.text)).toEqual({ id: bob, name: 'bob' })
  const other = await rig.signIn('bob')
  expect(JSON.parse((await other.ask(`/v1/users/${ada.user}`)).text)).toEqual({ id: ada.user, name: 'ada' })
})

test('names, addresses and parts of ids find nobody', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const bob = rig.addUser('bob')
  rig.db.run('UPDATE users SET email = ?, email_verified_at = 1 WHERE id = ?', ['bob@example.org', bob])
  for (const id of ['bob', 'bob@example.org', bob.slice(0, -1), bob.toUpperCase(), '%25', `${bob}%20`]) {
    const none = await ada.ask(`/v1/users/${id}`)
    expect([id, none.status, none.code]).toEqual([id, 404, 'user_not_found'])
  }
})

test('a disabled account is shown, a deleted one is not', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const bob = rig.addUser('bob')
  rig.db.run('UPDATE users SET disabled_at = 1 WHERE id = ?', [bob])
  expect((await ada.ask(`/v1/users/${bob}`)).status).toBe(200)
  rig.db.run('UPDATE users SET deleted_at = 1 WHERE id = ?', [bob])
  expect((await ada.ask(`/v1/users/${bob}`)).code).toBe('user_not_found')
})

test('ids are asked for sixty times a minute and no oftener', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  for (let n = 0; n < 60; n++) await ada.ask('/v1/users/u_none')
  expect((await ada.ask('/v1/users/u_none')).code).toBe('throttled')
})
