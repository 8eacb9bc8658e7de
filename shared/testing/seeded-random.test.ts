import { expect, spyOn, test } from 'bun:test'
import { seededRandom } from './seeded-random.ts'

test('one seed gives the same bytes and numbers every time', () => {
  const a = seededRandom(42)
  const b = seededRandom(42)
  expect(a(64)).toEqual(b(64))
  expect([a.int(10), a.int(1_000)]).toEqual([b.int(10), b.int(1_000)])
  expect(seededRandom(43)(64)).not.toEqual(seededRandom(42)(64))
})

test('bytes and numbers cover their range evenly enough', () => {
  const random = seededRandom(7)
  expect(new Set(random(10_000)).size).toBe(256)
  const counts = new Map<number, number>()
  for (let i = 0; i < 6_000; i++) {
    const n = random.int(6)
    counts.set(n, (counts.get(n) ?? 0) + 1)
  }
  expect([...counts.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5])
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150)
})

test('a range that is not one is refused', () => {
  const random = seededRandom(1)
  for (const n of [0, -1, 1.5, Number.NaN, 2 ** 32 + 1]) expect(() => random.int(n)).toThrow(RangeError)
})

test('a drawn seed is printed, so that the run can be repeated', () => {
  const print = spyOn(console, 'error').mockImplementation(() => {})
  const random = seededRandom()
  expect(print.mock.calls).toEqual([[`seeded random: seed ${random.seed}`]])
  print.mockRestore()
})
