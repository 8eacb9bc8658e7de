import { expect, test } from 'bun:test'
import { NOW, startRows } from '../testing/rows.ts'
import { createRevocationStore } from './store.ts'

test('a machine is told until it acknowledged just that', async () => {
  await using rows = await startRows()
  const store = createRevocationStore(rows.db)
  store.insert({ machine: 'm_desk', sid: 'i_1', at: NOW })
  store.insert({ machine: 'm_desk', dev: 'd_1', at: NOW })
  expect(store.of('m_desk')).toEqual([
    { id: 1, sid: 'i_1' },
    { id: 2, dev: 'd_1' },
  ])
  store.acknowledged('m_other', 1)
  expect(store.of('m_desk')).toHaveLength(2)
  store.acknowledged('m_desk', 1)
  expect(store.of('m_desk')).toEqual([{ id: 2, dev: 'd_1' }])
})

test('what is revoked again has a new number, so that an acknowledgement on its way does not hide it', async () => {
  await using rows = await startRows()
  const store = createRevocationStore(rows.db)
  for (let n = 0; n < 3; n++) store.insert({ machine: 'm_desk', sub: 'u_ada', at: NOW })
  expect(store.of('m_desk')).toEqual([{ id: 3, sub: 'u_ada' }])
  store.drop('m_desk')
  store.insert({ machine: 'm_desk', sub: 'u_ada', at: NOW })
  expect(store.of('m_desk')).toEqual([{ id: 4, sub: 'u_ada' }])
})
