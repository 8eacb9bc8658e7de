import { expect, test } from 'bun:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { byteCount } from './byte-count.ts'
import { relativeTime, untilWords } from './relative-time.ts'

const NOW = 1_796_061_600_000

test.each([
  [-MINUTE_MS, 'now'],
  [59_999, 'now'],
  [MINUTE_MS, '1 min'],
  [HOUR_MS - 1, '59 min'],
  [HOUR_MS, '1 h'],
  [DAY_MS, '1 d'],
  [6.9 * DAY_MS, '6 d'],
])('%d ms ago reads %s', (past, words) => {
  expect(relativeTime(NOW - past, NOW)).toBe(words)
})

test('after a week it is a date', () => {
  expect(relativeTime(NOW - 8 * DAY_MS, NOW)).toMatch(/^[A-Z][a-z]{2} \d+$/)
})

test('until when is a time within the next day, and has its date after it', () => {
  expect(untilWords(NOW + HOUR_MS, NOW)).toMatch(/^\d\d:\d\d$/)
  expect(untilWords(NOW + 3 * DAY_MS, NOW)).toMatch(/^[A-Z][a-z]{2} \d+, \d\d:\d\d$/)
})

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [412_345, '403 KiB'],
  [3 * 1024 ** 3, '3.0 GiB'],
])('%d bytes read %s', (bytes, words) => {
  expect(byteCount(bytes)).toBe(words)
})
