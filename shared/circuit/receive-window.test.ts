import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { arrived, giveCredit, isHalfRead, receiveWindow } from './receive-window.ts'

describe('a receive window', () => {
  test('whatever comes and is read, what may come and what was not told make up its size', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(600), fc.nat(30), fc.boolean())), (steps) => {
        const window = receiveWindow(1_000, 4_000, 0)
        let unread = 0
        let now = 0
        for (const [bytes, ms, read] of steps) {
          now += ms
          if (bytes <= window.remaining) {
            expect(arrived(window, bytes)).toBe(true)
            unread += bytes
          }
          if (read) {
            window.owed += unread
            unread = 0
          }
          if (isHalfRead(window)) giveCredit(window, now, 10)
          expect(window.remaining + window.owed + unread).toBe(window.size)
          expect(window.size).toBeLessThanOrEqual(4_000)
        }
      }),
    )
  })

  test('a byte past it is noticed', () => {
    const window = receiveWindow(10, 10, 0)
    expect(arrived(window, 10)).toBe(true)
    expect(arrived(window, 1)).toBe(false)
  })

  test('it doubles when half of it was read within two round trips, up to its most', () => {
    const window = receiveWindow(1_000, 3_000, 0)
    arrived(window, 500)
    window.owed = 500
    expect(giveCredit(window, 79, 40)).toBe(500 + 1_000)
    arrived(window, 1_000)
    window.owed = 1_000
    expect(giveCredit(window, 100, 40)).toBe(1_000 + 1_000)
    arrived(window, 1_500)
    window.owed = 1_500
    expect(giveCredit(window, 110, 40)).toBe(1_500)
    expect(window.size).toBe(3_000)
  })

  test('it stays as it is while the reader or the path is slower than that, or nothing was measured', () => {
    for (const [now, trip] of [
      [80, 40],
      [1, null],
    ] as const) {
      const window = receiveWindow(1_000, 4_000, 0)
      arrived(window, 500)
      window.owed = 500
      expect(giveCredit(window, now, trip)).toBe(500)
    }
  })
})
