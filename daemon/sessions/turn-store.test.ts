import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { spawnedSession, type TestCore, testCore } from '../testing/core.ts'
import type { TurnStore } from './turn-store.ts'

let home: TempHome
let kit: TestCore
let turns: TurnStore
let session: string

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  turns = kit.core.turns
})
beforeEach(() => {
  session = spawnedSession(kit)
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

const begin = (seq: number): void => turns.insert({ session, seq, run: 'r_1', now: 10, unanswered: false })

test('a session has one open turn: the database itself refuses another', () => {
  begin(1)
  expect(() => begin(2)).toThrow('UNIQUE')
  turns.close(session, 1, 'end_turn')
  expect(turns.open(session)).toBeNull()
  begin(2)
  expect(turns.open(session)?.seq).toBe(2)
})

test('the first cancel of a turn is the one that counts', () => {
  begin(1)
  turns.cancelRequested(session, 1, 20)
  turns.cancelRequested(session, 1, 30)
  expect(turns.open(session)?.cancelAt).toBe(20)
})

test('only the open turn hears its agent', () => {
  begin(1)
  turns.close(session, 1, 'end_turn')
  begin(2)
  turns.heard(session, 99)
  expect(turns.open(session)).toMatchObject({ openedAt: 10, heardAt: 99 })
  const first = kit.db.query('SELECT heard_at FROM turns WHERE session = ? AND seq = 1').get(session)
  expect(first).toEqual({ heard_at: 10 })
})

test('what waits is what nobody has yet, oldest first', () => {
  const states = ['queued', 'delivered', 'steering', 'withdrawn', 'queued'] as const
  for (const [index, state] of states.entries()) {
    turns.addPrompt({ session, seq: 5 - index, at: 1, text: state, state })
  }
  expect(turns.waiting(session).map((prompt) => prompt.seq)).toEqual([1, 3, 5])
  expect(turns.prompt(session, 3)).toEqual({ seq: 3, at: 1, text: 'steering', state: 'steering', turn: null })
})

test('a turn names the prompts that were delivered in it', () => {
  for (const seq of [1, 2, 3, 4]) turns.addPrompt({ session, seq, at: 1, text: 'x', state: 'queued' })
  turns.setPrompt(session, 3, 'delivered', 1)
  turns.setPrompt(session, 1, 'delivered', 1)
  turns.setPrompt(session, 2, 'withdrawn', 1)
  turns.setPrompt(session, 4, 'delivered', 4)
  expect(turns.promptsOf(session, 1)).toEqual([1, 3])
})

test('an open call belongs to the turn that opened it, however often it is told', () => {
  turns.openCall(session, 'a', 1)
  turns.openCall(session, 'a', 2)
  turns.openCall(session, 'b', null)
  turns.openCall(session, 'b', 2)
  turns.openCall(session, 'c', 2)
  turns.closeCall(session, 'c')
  expect(turns.takeOpenCalls(session, 1)).toEqual(['a'])
  expect(turns.hasOpenCalls(session)).toBe(true)
  expect(turns.takeOpenCalls(session, null)).toEqual(['b'])
  expect(turns.hasOpenCalls(session)).toBe(false)
})
