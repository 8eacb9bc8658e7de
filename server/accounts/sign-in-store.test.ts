import { expect, test } from 'bun:test'
import { NOW, startRows } from '../testing/rows.ts'
import { createSignInStore } from './sign-in-store.ts'

const row = (id: string, createdAt: number) => ({
  id,
  user: 'u_ada',
  device: null,
  tokenHash: `hash of ${id}`,
  createdAt,
  expiresAt: createdAt + 100,
})

test('a sign-in is found by its token, and by its id only with its user', async () => {
  await using rows = await startRows()
  const store = createSignInStore(rows.db)
  store.insert(row('i_1', NOW))
  expect(store.byHash('hash of i_1')).toMatchObject({ id: 'i_1', user: 'u_ada', freshAt: NOW, endedAt: null })
  expect(store.byHash('i_1')).toBe(null)
  expect(store.get('i_1', 'u_ada')?.id).toBe('i_1')
  expect(store.get('i_1', 'u_bob')).toBe(null)
})

test('nothing is changed for another user, and what ended stays as it ended', async () => {
  await using rows = await startRows()
  const store = createSignInStore(rows.db)
  store.insert(row('i_1', NOW))
  store.end('i_1', 'u_bob', NOW, 'signed_out')
  store.freshened('i_1', 'u_bob', NOW + 5)
  expect(store.get('i_1', 'u_ada')).toMatchObject({ endedAt: null, freshAt: NOW })
  store.end('i_1', 'u_ada', NOW + 1, 'evicted')
  store.end('i_1', 'u_ada', NOW + 2, 'signed_out')
  expect(store.get('i_1', 'u_ada')).toMatchObject({ endedAt: NOW + 1, endedWhy: 'evicted' })
})

test('live ones come oldest first, without those that ended or expired', async () => {
  await using rows = await startRows()
  const store = createSignInStore(rows.db)
  for (const [id, at] of [
    ['i_3', NOW + 30],
    ['i_1', NOW],
    ['i_2', NOW + 20],
  ] as const)
    store.insert(row(id, at))
  expect(store.live('u_ada', NOW).map(({ id }) => id)).toEqual(['i_1', 'i_2', 'i_3'])
  expect([store.lastUsed('u_ada'), store.lastUsed('u_bob')]).toEqual([NOW + 30, null])
  store.end('i_2', 'u_ada', NOW, 'signed_out')
  expect(store.live('u_ada', NOW + 100).map(({ id }) => id)).toEqual(['i_3'])
  store.forgetBefore(NOW + 101)
  expect([store.byHash('hash of i_1'), store.byHash('hash of i_2')]).toEqual([null, null])
  expect(store.byHash('hash of i_3')?.id).toBe('i_3')
})
