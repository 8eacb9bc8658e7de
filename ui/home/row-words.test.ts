import { expect, test } from 'bun:test'
import { MINUTE_MS } from '../../shared/time.ts'
import { aSession } from '../state/testing/session.ts'
import { exitWords } from '../transcript/process-note.ts'
import { rowDirectory, rowState, rowWords } from './row-words.ts'

const NOW = 1_796_061_600_000
const ask = { id: 'a_1', openedAt: 0, title: 'git\u202e push', kind: 'permission' } as const

test('a row says what its session waits for, without hidden characters', () => {
  expect(rowWords(aSession({ status: 'blocked', asks: [ask] }), NOW)).toBe('Asks: git push')
  expect(rowWords(aSession({ status: 'blocked', asks: [{ ...ask, kind: 'question' }, ask] }), NOW)).toBe(
    'Question: git push 1 more waits',
  )
})

test('a session that could not be brought back needs you, and says why', () => {
  const broken = aSession({ status: 'exited', reason: 'start_failed' })
  expect(rowState(broken)).toBe('needs_you')
  expect(rowWords(broken, NOW)).toBe(exitWords('start_failed'))
  expect(rowState(aSession({ status: 'exited', reason: 'stopped' }))).toBe('ended')
})

test('what waits behind a turn is counted', () => {
  expect(rowWords(aSession({ status: 'running', queue: [{ seq: 4, text: 'and then', at: 0 }] }), NOW)).toBe(
    'Working, 1 message waits',
  )
})

test('a session at rest says until when, as long as that lies ahead and nothing of it is at work', () => {
  const resting = aSession({ status: 'exited', reason: 'agent_exited', restUntil: NOW + MINUTE_MS })
  expect(rowWords(resting, NOW)).toMatch(/^Rests until \d\d:\d\d$/)
  expect(rowWords({ ...resting, queue: [{ seq: 4, text: 'x', at: 0 }] }, NOW)).toEndWith(', 1 message waits')
  expect(rowWords({ ...resting, status: 'idle' }, NOW)).toMatch(/^Rests until/)
  expect(rowWords({ ...resting, status: 'starting' }, NOW)).toBe('Starting')
  expect(rowWords(resting, NOW + MINUTE_MS)).toBe(exitWords('agent_exited'))
})

test('work that nobody asked for and a conversation that is being cleared are named', () => {
  expect(rowWords(aSession({ status: 'running', unpromptedSince: NOW }), NOW)).toBe('Works by itself')
  expect(rowWords(aSession({ status: 'stopping', clearing: true }), NOW)).toBe('Clearing the conversation')
})

test('of a directory its last part is shown', () => {
  expect(rowDirectory(aSession({ cwd: '/src/relay' }))).toBe('relay')
  expect(rowDirectory(aSession({ cwd: '/src/relay/' }))).toBe('relay/')
  expect(rowDirectory(aSession({ cwd: '/' }))).toBe('/')
})
