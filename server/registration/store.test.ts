import { expect, test } from 'bun:test'
import { NOW, startRows } from '../testing/rows.ts'
import { createRegistrationStore } from './store.ts'

test('one registration an address is open, until it ends or is too old', async () => {
  await using rows = await startRows()
  const registrations = createRegistrationStore(rows.db)
  const row = (id: string, email: string) => ({
    ...{ id, name: 'bob', email },
    ...{ createdAt: NOW, expiresAt: NOW + 100 },
  })
  registrations.insert(row('r_1', 'bob@example.org'))
  registrations.insert(row('r_2', 'ann@example.org'))
  expect(registrations.open('r_1', NOW)).toEqual(row('r_1', 'bob@example.org'))
  registrations.insert(row('r_3', 'bob@example.org'))
  expect(registrations.open('r_1', NOW)).toBeNull()
  expect([registrations.open('r_3', NOW + 99), registrations.open('r_3', NOW + 100)]).toEqual([
    row('r_3', 'bob@example.org'),
    null,
  ])
  registrations.end('r_2', NOW)
  expect(registrations.open('r_2', NOW)).toBeNull()
  registrations.forgetBefore(NOW + 101)
  expect(rows.db.query('SELECT count(*) AS n FROM registrations').get()).toEqual({ n: 0 })
})
