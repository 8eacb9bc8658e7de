import { expect, test } from 'bun:test'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { addressKey, freshKey, loginKey, nameKey } from './keys.ts'
import { createRates } from './rates.ts'
import { createThrottle, type ThrottleRule } from './throttle.ts'

const rule: ThrottleRule = {
  failures: 5,
  windowMs: 15 * MINUTE_MS,
  leastMs: 30 * SECOND_MS,
  mostMs: 15 * MINUTE_MS,
}

test('the fifth failure blocks for 30 s, and each after it for twice as long, up to 15 min', () => {
  const clock = fakeClock()
  const throttle = createThrottle(clock, 100)
  for (let n = 0; n < 4; n++) throttle.failed('a', rule)
  expect(throttle.blockedMs('a')).toBe(null)
  const blocks = Array.from({ length: 7 }, () => {
    throttle.failed('a', rule)
    const ms = throttle.blockedMs('a') ?? 0
    clock.advance(ms)
    expect(throttle.blockedMs('a')).toBe(null)
    return ms / SECOND_MS
  })
  expect(blocks).toEqual([30, 60, 120, 240, 480, 900, 900])
  expect(throttle.blockedMs('b')).toBe(null)
})

test('failures a window apart do not count together, and forgiven ones not at all', () => {
  const clock = fakeClock()
  const throttle = createThrottle(clock, 100)
  for (let n = 0; n < 20; n++) {
    throttle.failed('a', rule)
    clock.advance(rule.windowMs + 1)
  }
  expect(throttle.blockedMs('a')).toBe(null)
  for (let n = 0; n < 20; n++) {
    throttle.failed('b', rule)
    throttle.forgive('b', rule)
  }
  expect(throttle.blockedMs('b')).toBe(null)
  for (let n = 0; n < 5; n++) throttle.failed('b', rule)
  throttle.forgive('b', rule)
  expect(throttle.blockedMs('b')).toBe(null)
})

test('it remembers so many and no more', () => {
  const throttle = createThrottle(fakeClock(), 3)
  for (let n = 0; n < 5; n++) throttle.failed('a', rule)
  for (const key of ['b', 'c']) throttle.failed(key, rule)
  expect(throttle.blockedMs('a')).not.toBe(null)
  throttle.failed('d', rule)
  expect(throttle.blockedMs('a')).toBe(null)
})

test('no word of a caller writes into another key', () => {
  const tricky = ['a', 'a|b', 'b|c', 'c', 'login', 'fresh', 'u_1', '|', '%7C', '\ud800', '']
  const keys = tricky.flatMap((name) => [
    freshKey(name),
    addressKey(name),
    nameKey(name),
    ...tricky.map((address) => loginKey(name, address)),
  ])
  expect(new Set(keys).size).toBe(keys.length)
  expect(loginKey('Ada', 'x')).toBe(loginKey('ada', 'x'))
})

test('sixty writes of a kind a minute, then none until the next', () => {
  const clock = fakeClock(0)
  const rates = createRates(clock, {
    writesAMinute: 60,
    rateWindowMs: MINUTE_MS,
    rateRetryMs: 10 * SECOND_MS,
  })
  const allowed = (): boolean => rates('machines', 'u_1').ok
  expect(Array.from({ length: 60 }, allowed)).not.toContain(false)
  expect(allowed()).toBe(false)
  expect(rates('tokens', 'u_1').ok && rates('machines', 'u_2').ok).toBe(true)
  clock.advance(MINUTE_MS)
  expect(allowed()).toBe(true)
})
