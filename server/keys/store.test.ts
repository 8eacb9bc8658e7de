import { expect, test } from 'bun:test'
import { createDeviceStore } from '../devices/store.ts'
import { NOW, startRows } from '../testing/rows.ts'
import { type ApiKeyRow, createApiKeyStore } from './store.ts'

const key = (id: string, user = 'u_ada', more: Partial<ApiKeyRow> = {}) => ({
  id,
  user,
  name: 'backup',
  scopes: ['read' as const],
  device: null,
  createdAt: NOW,
  keyHash: `hash of ${id}`,
  ...more,
})

test('a key is found by its hash, and its rows by their holder only', async () => {
  await using rows = await startRows()
  const store = createApiKeyStore(rows.db)
  store.insert(key('k_1', 'u_ada', { scopes: ['read', 'circuits'] }))
  expect(store.byHash('hash of k_1')).toMatchObject({ id: 'k_1', scopes: ['read', 'circuits'], usedAt: null })
  expect([store.byHash('k_1'), store.get('k_1', 'u_bob')]).toEqual([null, null])
  store.revoke('k_1', 'u_bob', NOW)
  expect(store.get('k_1', 'u_ada')?.revokedAt).toBe(null)
  store.revoke('k_1', 'u_ada', NOW + 1)
  store.revoke('k_1', 'u_ada', NOW + 2)
  expect(store.get('k_1', 'u_ada')?.revokedAt).toBe(NOW + 1)
  expect(store.byHash('hash of k_1')?.revokedAt).toBe(NOW + 1)
})

test('live ones are listed, the oldest first, and what was revoked long ago is forgotten', async () => {
  await using rows = await startRows()
  const store = createApiKeyStore(rows.db)
  for (const [n, id] of ['k_1', 'k_2', 'k_3'].entries()) {
    store.insert(key(id, 'u_ada', { createdAt: NOW + n }))
  }
  store.insert(key('k_4', 'u_bob'))
  store.revoke('k_2', 'u_ada', NOW)
  store.used('k_3', NOW + 9)
  expect(store.live('u_ada').map(({ id, usedAt }) => [id, usedAt])).toEqual([
    ['k_1', null],
    ['k_3', NOW + 9],
  ])
  expect([store.lastUsed('u_ada'), store.lastUsed('u_bob')]).toEqual([NOW + 9, null])
  store.forgetBefore(NOW)
  expect(store.byHash('hash of k_2')).not.toBe(null)
  store.forgetBefore(NOW + 1)
  expect(store.byHash('hash of k_2')).toBe(null)
  expect(store.live('u_ada')).toHaveLength(2)
})

test('a word that this version does not know allows nothing, and a device that is gone opens nothing', async () => {
  await using rows = await startRows()
  const devices = createDeviceStore(rows.db)
  devices.insert({ id: 'd_1', user: 'u_ada', key: 'k', name: 'n', platform: 'p', createdAt: NOW })
  const store = createApiKeyStore(rows.db)
  store.insert(key('k_1', 'u_ada', { device: 'd_1' }))
  rows.db.run(`UPDATE api_keys SET scopes = 'everything read'`)
  expect(store.byHash('hash of k_1')).toMatchObject({ scopes: ['read'], device: 'd_1' })
  rows.db.run('DELETE FROM devices')
  expect(store.byHash('hash of k_1')?.device).toBe(null)
})
