import { expect, test } from 'bun:test'
import { aSession } from '../state/testing/session.ts'
import { exitWords } from '../transcript/process-note.ts'
import { rowDirectory, rowState, rowWords } from './row-words.ts'

const ask = { id: 'a_1', openedAt: 0, title: 'git\u202e push', kind: 'permission' } as const

test('a row says what its session waits for, without hidden characters', () => {
  expect(rowWords(aSession({ status: 'blocked', asks: [ask] }))).toBe('Asks: git push')
  expect(rowWords(aSession({ status: 'blocked', asks: [{ ...ask, kind: 'question' }, ask] }))).toBe(
    'Question: git push 1 more waits',
  )
})

test('a session that could not be brought back needs you, and says why', () => {
  const broken = aSession({ status: 'exited', reason: 'start_failed' })
  expect(rowState(broken)).toBe('needs_you')
  expect(rowWords(broken)).toBe(exitWords('start_failed'))
  expect(rowState(aSession({ status: 'exited', reason: 'stopped' }))).toBe('ended')
})

test('what waits behind a turn is counted', () => {
  expect(rowWords(aSession({ status: 'running', queue: [{ seq: 4, text: 'and then', at: 0 }] }))).toBe(
    'Working, 1 message waits',
  )
})

test('of a directory its last part is shown', () => {
  expect(rowDirectory(aSession({ cwd: '/src/relay' }))).toBe('relay')
  expect(rowDirectory(aSession({ cwd: '/src/relay/' }))).toBe('relay/')
  expect(rowDirectory(aSession({ cwd: '/' }))).toBe('/')
})
