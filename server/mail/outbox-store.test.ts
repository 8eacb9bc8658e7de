import { expect, test } from 'bun:test'
import { NOW, startRows } from '../testing/rows.ts'
import { createOutboxStore } from './outbox-store.ts'

test('a letter waits as its kind and whom it is about, and is forgotten some time after it ended', async () => {
  await using rows = await startRows()
  const outbox = createOutboxStore(rows.db)
  outbox.insert({ kind: 'reset', user: 'u_ada', subject: null }, NOW)
  outbox.insert({ kind: 'reset', user: null, subject: null }, NOW)
  const waiting = rows.db.query('SELECT kind, user, subject, due_at, tries, ended_at FROM outbox ORDER BY id')
  const row = { kind: 'reset', subject: null, due_at: NOW, tries: 0, ended_at: null }
  expect(waiting.all()).toEqual([
    { ...row, user: 'u_ada' },
    { ...row, user: null },
  ])
  rows.db.query('UPDATE outbox SET ended_at = ? WHERE user IS NULL').run(NOW + 5)
  outbox.forgetBefore(NOW + 5)
  expect(waiting.all()).toHaveLength(2)
  outbox.forgetBefore(NOW + 6)
  expect(waiting.all()).toHaveLength(1)
})
