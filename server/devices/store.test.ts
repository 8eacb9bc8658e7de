import { expect, test } from 'bun:test'
import { createSignInStore } from '../accounts/sign-in-store.ts'
import { NOW, startRows } from '../testing/rows.ts'
import { createDeviceStore } from './store.ts'

const device = (id: string, user = 'u_ada') => ({
  id,
  user,
  key: `key of ${id}`,
  name: 'laptop',
  platform: 'test',
  createdAt: NOW,
})

test('a device is its user’s and nobody else’s', async () => {
  await using rows = await startRows()
  const store = createDeviceStore(rows.db)
  store.insert(device('d_1'))
  expect(store.get('d_1', 'u_ada')).toMatchObject({ key: 'key of d_1', usedAt: NOW, retiredAt: null })
  expect([store.get('d_1', 'u_bob'), store.byKey('key of d_1', 'u_bob')]).toEqual([null, null])
  store.retire('d_1', 'u_bob', NOW)
  store.describe('d_1', 'u_bob', { name: 'x', platform: 'y' }, NOW + 1)
  expect(store.list('u_ada')).toMatchObject([{ name: 'laptop', usedAt: NOW }])
  store.insert({ ...device('d_2', 'u_bob'), key: 'key of d_1' })
  expect(store.byKey('key of d_1', 'u_bob')?.id).toBe('d_2')
})

test('a key is one live device of its user; a retired one leaves it free', async () => {
  await using rows = await startRows()
  const store = createDeviceStore(rows.db)
  store.insert(device('d_1'))
  expect(() => store.insert({ ...device('d_2'), key: 'key of d_1' })).toThrow('UNIQUE')
  store.retire('d_1', 'u_ada', NOW + 1)
  expect(store.byKey('key of d_1', 'u_ada')).toBe(null)
  expect(store.get('d_1', 'u_ada')?.retiredAt).toBe(NOW + 1)
  store.insert({ ...device('d_2'), key: 'key of d_1' })
  expect(store.list('u_ada').map(({ id }) => id)).toEqual(['d_2'])
})

test('those long unused are aged, unless a live sign-in holds them', async () => {
  await using rows = await startRows()
  const store = createDeviceStore(rows.db)
  for (const id of ['d_1', 'd_2', 'd_3']) store.insert(device(id))
  store.used('d_3', 'u_ada', NOW + 50)
  const signIn = {
    id: 'i_1',
    user: 'u_ada',
    device: 'd_2',
    tokenHash: 'x',
    createdAt: NOW,
    expiresAt: NOW + 100,
  }
  createSignInStore(rows.db).insert(signIn)
  expect(store.aged(NOW + 10, NOW + 99).map(({ id }) => id)).toEqual(['d_1'])
  expect(store.aged(NOW + 10, NOW + 100).map(({ id }) => id)).toEqual(['d_1', 'd_2'])
})
