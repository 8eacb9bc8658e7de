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

test('burning counts what could still be used, by machine or by who minted it, and rewrites no earlier end', async () => {
  await using rows = await startRows()
  const codes = createCodeStore(rows.db)
  const insert = (codeHash: string, madeBy: string) =>
    codes.insert({ codeHash, machine: 'm_desk', madeBy, createdAt: NOW, expiresAt: NOW + 100 })
  for (const hash of ['a', 'b', 'c']) insert(hash, 'u_ada')
  insert('d', 'u_bob')
  codes.use('a', NOW)
  expect(codes.burnOf('u_ada', NOW, 'user_disabled')).toBe(2)
  expect(codes.burn('m_desk', NOW, 'adopted')).toBe(1)
  expect(codes.burnOf('u_ada', NOW, 'user_deleted')).toBe(0)
  expect(codes.endings('m_desk')).toEqual([null, 'user_disabled', 'user_disabled', 'adopted'])
})
