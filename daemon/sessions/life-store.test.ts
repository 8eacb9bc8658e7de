import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { openSession, type TestCore, testCore } from '../testing/core.ts'

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

test('a session without a row is about nothing, and each fact is written by itself', () => {
  const id = openSession(kit)
  const { lives } = kit.core
  const nothing = lives.get('s_none')
  expect(nothing).toMatchObject({ restUntil: null, clearing: null, forgotten: false, reportsTasks: false })
  lives.rest(id, 5, 'because')
  lives.setClearing(id, 6)
  lives.setForgotten(id, true)
  lives.setLimit(id, 7)
  lives.marksCycles(id)
  expect(lives.get(id)).toMatchObject({
    restUntil: 5,
    restWhy: 'because',
    clearing: 6,
    forgotten: true,
    limitUntil: 7,
    marksCycles: true,
  })
  lives.endRest(id)
  lives.setForgotten(id, false)
  expect(lives.get(id)).toMatchObject({ restUntil: null, restWhy: null, clearing: 6, forgotten: false })
})

test('unprompted work begins once, is heard and cancelled only while it goes on, and ends once', () => {
  const id = openSession(kit)
  const { lives } = kit.core
  lives.unpromptedHeard(id, 1)
  lives.unpromptedCancelled(id, 1)
  expect(lives.unpromptedEnded(id)).toBe(false)
  lives.unpromptedBegan(id, 10)
  lives.unpromptedBegan(id, 20)
  lives.unpromptedHeard(id, 30)
  lives.unpromptedCancelled(id, 31)
  lives.unpromptedCancelled(id, 32)
  expect(lives.get(id)).toMatchObject({ unpromptedSince: 10, unpromptedHeard: 30, unpromptedCancel: 31 })
  expect(lives.unpromptedEnded(id)).toBe(true)
  expect(lives.unpromptedEnded(id)).toBe(false)
  expect(lives.get(id)).toMatchObject({
    unpromptedSince: null,
    unpromptedHeard: null,
    unpromptedCancel: null,
  })
})

test('crashes are counted by when their runs were started, and go with their session', () => {
  const id = openSession(kit)
  const run = kit.core.sessions.get(id)?.run ?? ''
  const at = kit.core.runs.get(run)?.spawnedAt ?? 0
  expect(kit.core.lives.crashesSince(id, at - 1)).toBe(0)
  kit.core.lives.crashed(run)
  expect(kit.core.lives.crashesSince(id, at - 1)).toBe(1)
  expect(kit.core.lives.crashesSince(id, at)).toBe(0)
  kit.core.lives.rest(id, 1, 'why')
  kit.core.sessions.delete(id)
  expect(kit.core.lives.get(id).restUntil).toBeNull()
})
