import { expect, test } from 'bun:test'
import { fakeClock } from './fake-clock.ts'

test('time stands still until it is moved', () => {
  const clock = fakeClock(1_000)
  expect(clock.now()).toBe(1_000)
  clock.advance(250)
  expect(clock.now()).toBe(1_250)
})

test('timers run at their own instant, earliest first, those of one instant in the order they were made', () => {
  const clock = fakeClock(0)
  const seen: string[] = []
  clock.after(30, () => seen.push(`c${clock.now()}`))
  clock.after(10, () => seen.push(`a${clock.now()}`))
  clock.after(10, () => seen.push(`b${clock.now()}`))
  clock.after(31, () => seen.push('late'))
  clock.advance(30)
  expect(seen).toEqual(['a10', 'b10', 'c30'])
  expect(clock.now()).toBe(30)
  expect(clock.pending()).toBe(1)
})

test('a timer made by a timer runs in the same move when it comes due', () => {
  const clock = fakeClock(0)
  const seen: number[] = []
  const again = (): void => {
    seen.push(clock.now())
    clock.after(10, again)
  }
  clock.after(10, again)
  clock.advance(35)
  expect(seen).toEqual([10, 20, 30])
})

test('a cancelled timer never runs, also when a timer of the same instant cancels it', () => {
  const clock = fakeClock(0)
  let ran = 0
  const count = (): void => {
    ran++
  }
  clock.after(5, count).cancel()
  const second = clock.after(7, count)
  clock.after(6, () => second.cancel())
  clock.advance(100)
  expect(ran).toBe(0)
  expect(clock.pending()).toBe(0)
})

test('settle lets promises run between timers', async () => {
  const clock = fakeClock(0)
  const wait = (ms: number) => new Promise<void>((done) => clock.after(ms, done))
  const seen: number[] = []
  const work = async (): Promise<void> => {
    await wait(10)
    seen.push(clock.now())
    await wait(10)
    seen.push(clock.now())
  }
  const done = work()
  await clock.settle(25)
  expect(seen).toEqual([10, 20])
  await done
})

test('time does not run backwards', () => {
  const clock = fakeClock()
  expect(() => clock.advance(-1)).toThrow(RangeError)
  expect(() => clock.advance(Number.NaN)).toThrow(RangeError)
})
