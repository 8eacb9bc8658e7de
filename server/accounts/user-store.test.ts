import { expect, test } from 'bun:test'
import { NOW, startRows } from '../testing/rows.ts'
import { createUserStore } from './user-store.ts'

test('a user is found by name in any case, and by an e-mail address only once it was verified', async () => {
  await using rows = await startRows()
  const users = createUserStore(rows.db)
  expect(users.find('ADA')).toMatchObject({ id: 'u_ada', admin: true, createdAt: NOW, disabledAt: null })
  rows.db.run(`UPDATE users SET email = 'bob@example.org' WHERE name = 'bob'`)
  expect(users.find('bob@example.org')).toBe(null)
  rows.db.run(`UPDATE users SET email_verified_at = 1 WHERE name = 'bob'`)
  expect(users.find('Bob@Example.org')?.id).toBe('u_bob')
  expect(users.get('u_none')).toBe(null)
  expect(users.any()).toBe(true)
})

test('two users of one name cannot be', async () => {
  await using rows = await startRows()
  const again = { id: 'u_2', name: 'ada', admin: false, createdAt: NOW, passwordHash: null }
  expect(() => createUserStore(rows.db).insert(again)).toThrow('UNIQUE')
})

test('a deleted account is none, frees its name, and is forgotten once it owns nothing', async () => {
  await using rows = await startRows()
  const store = createUserStore(rows.db)
  for (const id of ['u_ada', 'u_bob']) {
    store.setEmail(id, `${id}@example.org`, NOW)
    store.remove(id, NOW)
    expect([store.get(id), store.wasDeleted(id)]).toEqual([null, true])
    expect(store.find(`${id}@example.org`)).toBe(null)
  }
  expect([store.byName('ada'), store.wasDeleted('u_nobody'), store.any()]).toEqual([null, false, false])
  store.forgetBefore(NOW)
  expect(store.wasDeleted('u_bob')).toBe(true)
  store.forgetBefore(NOW + 1)
  // Ada owns the desk still.
  expect([store.wasDeleted('u_ada'), store.wasDeleted('u_bob')]).toEqual([true, false])
})
