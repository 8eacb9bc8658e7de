import { expect, test } from 'bun:test'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { createThrottle } from '../throttle/throttle.ts'
import { createLetterBound } from './letter-bound.ts'

test('so many letters of a kind go to an address in a window, however it is written', () => {
  const clock = fakeClock()
  const bound = createLetterBound(createThrottle(clock, 100), { lettersAnAddress: 2, letterWindowMs: 1_000 })
  expect(['a@b.c', 'A@B.C', 'a@b.c'].map((email) => bound('reset', email))).toEqual([true, true, false])
  expect([bound('verify', 'a@b.c'), bound('reset', 'x@b.c')]).toEqual([true, true])
  clock.advance(999)
  expect(bound('reset', 'a@b.c')).toBe(false)
  clock.advance(2)
  expect([1, 2, 3].map(() => bound('reset', 'a@b.c'))).toEqual([true, true, false])
})
