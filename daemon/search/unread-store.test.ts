import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { spawnedSession, type TestCore, testCore } from '../testing/core.ts'
import { createUnreadStore } from './unread-store.ts'

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

test('the session that was used last comes first, until it is done', () => {
  const [old, recent] = [spawnedSession(kit), spawnedSession(kit)]
  kit.core.sessions.used(recent, kit.clock.now() + 5)
  kit.db.run('INSERT INTO unread_logs SELECT id, 0, 9 FROM sessions')
  const store = createUnreadStore(kit.db)
  expect(store.next()).toEqual({ session: recent, readTo: 0, lastSeq: 9 })
  store.readTo(recent, 4)
  expect(store.next()).toEqual({ session: recent, readTo: 4, lastSeq: 9 })
  store.done(recent)
  expect(store.next()?.session).toBe(old)
})
