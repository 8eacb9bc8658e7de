import { expect, test } from 'bun:test'
import { MINUTE_MS } from '../../shared/time.ts'
import { errorWords, startRefusalWords } from './error-words.ts'

const NOW = 1_000 * MINUTE_MS

test('a start that came too soon says in how many minutes it may be tried, and that it may once they are over', () => {
  const refused = { code: 'throttled', again: NOW + 90_000 } as const
  expect(startRefusalWords(refused, NOW)).toBe(
    'Many sessions were started in a short time: try again in 2 min.',
  )
  expect(startRefusalWords(refused, NOW + MINUTE_MS)).toContain('in 1 min.')
  expect(startRefusalWords(refused, NOW + 90_000)).toBe(
    'Many sessions were started in a short time. Now another one may.',
  )
})

test('any other start that was refused has the words of its code', () => {
  expect(startRefusalWords({ code: 'throttled' }, NOW)).toBe(errorWords('throttled'))
  expect(startRefusalWords({ code: 'agent_missing', again: NOW + 1 }, NOW)).toBe(errorWords('agent_missing'))
})
