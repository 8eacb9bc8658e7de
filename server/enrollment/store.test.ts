import { expect, test } from 'bun:test'
import { NOW, startRows } from '../testing/rows.ts'
import { createCodeStore } from './store.ts'

test('a code can be used once, until it is too old or burnt, and keeps why it was', async () => {
  await using rows = await startRows()
  const codes = createCodeStore(rows.db)
  const insert = (codeHash: string) =>
    codes.insert({ codeHash, machine: 'm_desk', madeBy: 'u_ada', createdAt: NOW, expiresAt: NOW + 100 })
  insert('a')
  expect(codes.usable('a', NOW + 99)).toEqual({ machine: 'm_desk', madeBy: 'u_ada' })
  expect([codes.usable('a', NOW + 100), codes.usable('x', NOW)]).toEqual([null, null])
  codes.use('a', NOW)
  expect(codes.usable('a', NOW)).toBe(null)
  insert('b')
  codes.burn('m_desk', NOW, 'machine_revoked')
  expect(codes.usable('b', NOW)).toBe(null)
  expect(codes.endings('m_desk')).toEqual([null, 'machine_revoked'])
  codes.forgetBefore(NOW + 101)
  expect(codes.endings('m_desk')).toEqual([])
})
