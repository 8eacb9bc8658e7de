import { expect, test } from 'bun:test'
import { NOW, startRows } from '../testing/rows.ts'
import { createEmailChangeStore } from './store.ts'

test('a change that is undone takes those after it along, and none before it', async () => {
  await using rows = await startRows()
  const changes = createEmailChangeStore(rows.db)
  const row = (n: number, user = 'u_ada') => ({
    ...{ id: `ec_${user}_${n}`, user, oldEmail: `${n}@example.org`, newEmail: null },
    ...{ changedAt: NOW + n, undoUntil: NOW + n + 100 },
  })
  for (const change of [row(1), row(2), row(3), row(3, 'u_bob')]) changes.insert(change)
  expect(changes.get('ec_u_ada_1')).toEqual({ ...row(1), undoneAt: null })
  changes.undone(row(2), NOW + 9)
  const undone = ['ec_u_ada_1', 'ec_u_ada_2', 'ec_u_ada_3', 'ec_u_bob_3'].map(
    (id) => changes.get(id)?.undoneAt,
  )
  expect(undone).toEqual([null, NOW + 9, NOW + 9, null])
  changes.forgetBefore(NOW + 103)
  expect(['ec_u_ada_2', 'ec_u_ada_3'].map((id) => changes.get(id) === null)).toEqual([true, false])
})
