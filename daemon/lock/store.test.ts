import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import type { LockDevice } from '../../shared/wire/lock.ts'
import { type TestCore, testCore } from '../testing/core.ts'
import { createLockStore, type LockStore } from './store.ts'

let home: TempHome
let kit: TestCore
let store: LockStore

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  store = createLockStore(kit.db)
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

const device: LockDevice = {
  key: 'A'.repeat(43),
  sub: 'u_1',
  scopes: ['session:read', 'machine:admin'],
  name: 'phone',
  approvedAt: 7,
}

test('the lock is on before anybody touched it, and a pairing secret does not change that', () => {
  expect(store.isOn()).toBe(true)
  store.setPairing({ secret: 's', until: 9 })
  expect([store.isOn(), store.pairing()]).toEqual([true, { secret: 's', until: 9 }])
  store.setOn(false)
  expect([store.isOn(), store.pairing()]).toEqual([false, { secret: 's', until: 9 }])
  store.setPairing(null)
  expect([store.isOn(), store.pairing()]).toEqual([false, null])
})

test('a key is let in for the person it was approved for, and for nobody else', () => {
  store.put(device)
  expect(store.get(device.key, 'u_1')).toEqual(device)
  expect(store.get(device.key, 'u_2')).toBeNull()
  store.put({ ...device, scopes: ['session:read'] })
  expect(store.list()).toEqual([{ ...device, scopes: ['session:read'] }])
})

test('removing a key removes it for everybody', () => {
  store.put({ ...device, sub: 'u_2' })
  expect(store.remove(device.key)).toBe(2)
  expect(store.remove(device.key)).toBe(0)
  store.put(device)
  store.clear()
  expect(store.list()).toEqual([])
})

test('a device that was retired goes by the id that its key had last', () => {
  store.put(device)
  store.put({ ...device, key: 'B'.repeat(43) })
  store.saw(device.key, 'u_1', 'd_old')
  store.saw(device.key, 'u_1', 'd_new')
  store.saw('B'.repeat(43), 'u_2', 'd_new')
  store.removeDevice('d_old')
  expect(store.list()).toHaveLength(2)
  store.removeDevice('d_new')
  expect(store.list().map(({ key }) => key)).toEqual(['B'.repeat(43)])
  store.clear()
})
