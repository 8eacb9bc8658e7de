import { expect, test } from 'bun:test'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { countOf, keyOf, PARK_CHOICES, waitOf, waitWords, withCurrent } from './setting-choices.ts'

test('a wait that the command line set is among the choices, in its place', () => {
  const odd = 42 * MINUTE_MS
  expect(withCurrent(PARK_CHOICES, odd)).toEqual([...PARK_CHOICES.slice(0, 3), odd, ...PARK_CHOICES.slice(3)])
  expect(withCurrent(PARK_CHOICES, null)).toEqual([...PARK_CHOICES])
})

test.each([
  [null, 'never'],
  [MINUTE_MS, 'after 1 minute'],
  [90 * MINUTE_MS, 'after 90 minutes'],
  [HOUR_MS, 'after 1 hour'],
  [48 * HOUR_MS, 'after 2 days'],
])('%p reads “%s”, and comes back from its option', (wait, words) => {
  expect(waitWords(wait)).toBe(words)
  expect(waitOf(keyOf(wait))).toBe(wait)
})

test.each([
  ['8', 8],
  [' 64 ', 64],
  ['0', null],
  ['65', null],
  ['', null],
  ['1.5', null],
  ['-3', null],
])('%j as a count is %p', (text, count) => {
  expect(countOf(text)).toBe(count)
})
