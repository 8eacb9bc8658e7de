import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import type { JsonRpcId } from '../acp/change.ts'
import { spawnedSession, type TestCore, testCore } from '../testing/core.ts'
import type { AskStore } from './store.ts'

let home: TempHome
let kit: TestCore
let asks: AskStore
let session: string

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  asks = kit.core.asks
  session = spawnedSession(kit)
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

function add(id: string, requestId: JsonRpcId, openedAt = 1): void {
  asks.insert({
    id,
    session,
    run: 'r_1',
    turn: null,
    reply: 'elicitation',
    replyContext: { kept: [1, null] },
    requestId,
    readAt: 10,
    body: { id, session, openedAt, kind: 'question', question: { message: 'Which?', fields: [] } },
    shown: 'a'.repeat(64),
    openedAt,
  })
}

test("an ask is found by its agent's own id, which stays what it was", () => {
  const ids: JsonRpcId[] = [0, '0', 'a "quoted" id', null, -1.5]
  for (const [index, id] of ids.entries()) add(`elic-${index}`, id)
  expect(ids.map((id) => asks.byRequest('r_1', id)?.requestId)).toEqual(ids)
  expect(ids.map((id) => asks.byRequest('r_1', id)?.id)).toEqual(ids.map((_, index) => `elic-${index}`))
  expect(asks.byRequest('r_2', 0)).toBeNull()
})

test('what its answer will need is read back as it was stored', () => {
  expect(asks.get(session, 'elic-0')).toMatchObject({
    replyContext: { kept: [1, null] },
    reply: 'elicitation',
  })
  expect(asks.get('s_other', 'elic-0')).toBeNull()
})

test('open asks come in the order they were opened, and a settled one is open no more', () => {
  add('late', 'late', 3)
  add('early', 'early', 2)
  expect(
    asks
      .open(session)
      .map((ask) => ask.id)
      .slice(-2),
  ).toEqual(['early', 'late'])
  asks.settle(session, 'early', 'declined', 50)
  expect(asks.open(session).map((ask) => ask.id)).not.toContain('early')
  expect(asks.get(session, 'early')).toMatchObject({ settledAt: 50, outcome: 'declined' })
  expect(asks.byRequest('r_1', 'early')).toBeNull()
})

test('a session without an open ask is free', () => {
  const other = spawnedSession(kit)
  expect([asks.anyOpen(other), asks.anyOpen(session)]).toEqual([false, true])
})
