import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type TestCore, testCore } from '../testing/core.ts'
import { createBudgetStore } from './budget-store.ts'

let home: TempHome
let kit: TestCore
beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

test('a bucket that nobody took from is full, and the last instant that was set is the one there is', () => {
  const store = createBudgetStore(kit.db)
  expect(store.fullAt()).toBe(0)
  store.setFullAt(5)
  store.setFullAt(7)
  kit.close()
  kit = testCore({ home: home.path })
  expect(createBudgetStore(kit.db).fullAt()).toBe(7)
})
