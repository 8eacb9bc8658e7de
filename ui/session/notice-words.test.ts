import { expect, test } from 'bun:test'
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts'
import { aSession } from '../state/testing/session.ts'
import { noticeWords } from './notice-words.ts'

const NOW = 1_796_061_600_000
const why = 'its agent ended by itself 5 times within 60 s'

test('where an agent is at work or idle there is nothing to tell', () => {
  for (const status of ['idle', 'running', 'blocked', 'starting', 'stopping'] as const) {
    expect(noticeWords(aSession({ status }), NOW)).toBeNull()
  }
})

test('one that was shut down when idle says so, and nothing twice', () => {
  expect(noticeWords(aSession({ status: 'parked', reason: 'parked' }), NOW)).toEqual({
    lines: ['Shut down when idle: resumed where you left off'],
    act: 'Resume',
  })
})

test('one that could not start is tried again, its message kept', () => {
  expect(noticeWords(aSession({ status: 'exited', reason: 'start_failed' }), NOW)).toEqual({
    lines: ['The agent could not start. Your first message is kept.'],
    act: 'Try again',
  })
})

test('a session at rest says until when and why, and does not say that a message wakes it', () => {
  const told = noticeWords(
    aSession({ status: 'exited', reason: 'agent_exited', restUntil: NOW + 5 * MINUTE_MS, restWhy: why }),
    NOW,
  )
  expect(told?.act).toBe('Try now')
  expect(told?.lines).toEqual([
    'The agent’s program ended.',
    expect.stringMatching(/^Rests until \d\d:\d\d: its agent ended by itself 5 times within 60 s$/),
    'What you send meanwhile waits.',
  ])
})

test('an agent whose provider takes nothing for days rests though it is there', () => {
  const idle = aSession({ restUntil: NOW + 3 * DAY_MS })
  expect(noticeWords(idle, NOW)?.lines[0]).toMatch(/^Rests until [A-Z][a-z]{2} \d+, \d\d:\d\d$/)
})

test('a rest that is over, or that somebody cut short, is not told any more', () => {
  expect(noticeWords(aSession({ restUntil: NOW }), NOW)).toBeNull()
  expect(noticeWords(aSession({ status: 'starting', restUntil: NOW + MINUTE_MS }), NOW)).toBeNull()
  expect(noticeWords(aSession({ status: 'exited', reason: 'agent_exited', restUntil: NOW }), NOW)?.act).toBe(
    'Resume',
  )
})

test('while a conversation is cleared nobody is offered to bring its agent back', () => {
  const between = aSession({ status: 'interrupted', reason: 'config_changed', clearing: true })
  expect(noticeWords(between, NOW)).toBeNull()
})
