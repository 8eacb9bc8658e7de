import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { openSession, type TestCore, testCore } from '../testing/core.ts'

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

test('what was told is the most that was ever heard', () => {
  const session = openSession(kit)
  const { adoptions } = kit.core
  expect(adoptions.get(session)).toBeNull()
  adoptions.insert({ session, conversation: 'elsewhere', at: 5 })
  adoptions.setHeard(session, 3)
  adoptions.setHeard(session, 0)
  adoptions.setHeard(session, 1)
  const row = { conversation: 'elsewhere', at: 5, told: 3, heard: 1, whole: false, announced: false }
  expect(adoptions.get(session)).toEqual(row)
  adoptions.setWhole(session)
  adoptions.setAnnounced(session)
  expect(adoptions.get(session)).toEqual({ ...row, whole: true, announced: true })
})

test('a session has the conversation that it opened, else the one that it takes over, and none once it is removed', () => {
  const { adoptions, sessions } = kit.core
  const opened = openSession(kit, { conversation: 'a' })
  const begun = openSession(kit, { conversation: 'b' })
  kit.db.query('UPDATE sessions SET conversation = NULL WHERE id = ?').run(begun)
  expect(adoptions.holder('demo', 'b')).toBeNull()
  adoptions.insert({ session: begun, conversation: 'c', at: 1 })
  expect(adoptions.holder('demo', 'c')).toBe(begun)
  expect(adoptions.holder('demo', 'a')).toBe(opened)
  expect(adoptions.holder('codex', 'a')).toBeNull()
  expect(adoptions.held('demo').map((one) => one.conversation)).toEqual(['a', 'c'])
  sessions.remove(begun, 1)
  expect(adoptions.holder('demo', 'c')).toBeNull()
  expect(adoptions.held('demo')).toEqual([{ session: opened, conversation: 'a' }])
})
