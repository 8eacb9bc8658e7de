import { expect, test } from 'bun:test'
import { NOW, startRows } from '../testing/rows.ts'
import { createProvisioningKeyStore } from './store.ts'

test('one key is live until it is ended, and a while later nobody remembers it', async () => {
  await using rows = await startRows()
  const keys = createProvisioningKeyStore(rows.db)
  expect(keys.live()).toBe(null)
  keys.insert('a', 'u_ada', NOW)
  keys.used('a', NOW + 1)
  expect(keys.live()).toEqual({ madeBy: 'u_ada', createdAt: NOW, usedAt: NOW + 1 })
  keys.end(NOW + 2)
  keys.insert('b', 'u_ada', NOW + 2)
  expect([keys.isLive('a'), keys.isLive('b'), keys.isLive('c')]).toEqual([false, true, false])
  keys.forgetBefore(NOW + 3)
  expect([keys.isLive('b'), keys.live()?.createdAt]).toEqual([true, NOW + 2])
  expect(rows.db.query('SELECT count(*) AS n FROM provisioning_keys').get()).toEqual({ n: 1 })
})
