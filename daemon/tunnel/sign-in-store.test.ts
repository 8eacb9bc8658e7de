import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type TestCore, testCore } from '../testing/core.ts'
import { createSignInStore } from './sign-in-store.ts'

let home: TempHome
let kit: TestCore

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

test('a device’s latest sign-in is known until it is forgotten', () => {
  const store = createSignInStore(kit.db)
  store.saw('device u d', 'k_1', 10)
  store.saw('device u e', 'k_2', 10)
  store.saw('device u d', 'k_3', 20)
  expect([store.lastOf('device u d'), store.lastOf('device u e')]).toEqual(['k_3', 'k_2'])
  store.forgetBefore(20)
  expect([store.lastOf('device u d'), store.lastOf('device u e')]).toEqual(['k_3', null])
})
