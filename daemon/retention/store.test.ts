import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { spawnedSession, type TestCore, testCore } from '../testing/core.ts'
import { createRetentionStore } from './store.ts'

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

test('a session rests without a run and with an exit record; a removed one is to be swept', () => {
  const store = createRetentionStore(kit.db)
  const [live, over, gone] = [spawnedSession(kit), spawnedSession(kit), spawnedSession(kit)]
  for (const id of [over, gone]) {
    kit.core.sessions.exited(id, { reason: 'stopped', detail: null, unconfirmed: false })
  }
  kit.core.sessions.setPinned(over, true)
  expect(store.nextRemoved()).toBeNull()
  kit.core.sessions.remove(gone, 5)
  const resting = { id: over, pinned: true, exitReason: 'stopped' }
  expect(store.resting()).toMatchObject([{ ...resting, forgotten: false }])
  kit.core.lives.setForgotten(over, true)
  expect(store.resting()).toMatchObject([{ ...resting, forgotten: true }])
  expect(kit.core.sessions.get(live)).not.toBeNull()
  expect(store.nextRemoved()).toBe(gone)
  expect([store.takeSome(gone), store.takeSome(gone)]).toEqual([true, false])
})
