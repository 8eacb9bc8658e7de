/** A clock that stands still until a test moves it. */
import type { Clock } from '../time.ts'

export interface FakeClock extends Clock {
  /** Moves time on by `ms`. Timers that come due run in order of their instant, then of their making. */
  advance(ms: number): void
  /** Like {@link advance}, but lets promises run after each instant at which a timer ran, and once at the end. */
  settle(ms?: number): Promise<void>
  /** How many timers have neither run nor been cancelled. */
  pending(): number
}

interface Waiting {
  at: number
  fn: () => void
}

/** `start` is the first instant, in milliseconds since the Unix epoch. */
export function fakeClock(start = 1_800_000_000_000): FakeClock {
  let now = start
  // In order of making: a stable search for the earliest keeps timers of one instant in that order.
  const waiting = new Set<Waiting>()

  const earliest = (until: number): Waiting | null => {
    let next: Waiting | null = null
    for (const timer of waiting) {
      if (timer.at <= until && (next === null || timer.at < next.at)) next = timer
    }
    return next
  }

  const runNext = (until: number): boolean => {
    const next = earliest(until)
    if (next === null) return false
    waiting.delete(next)
    now = Math.max(now, next.at)
    next.fn()
    return true
  }

  return {
    now: () => now,
    after(ms, fn) {
      const timer = { at: now + Math.max(0, ms), fn }
      waiting.add(timer)
      return { cancel: () => void waiting.delete(timer) }
    },
    advance(ms) {
      const until = now + checked(ms)
      while (runNext(until)) {}
      now = until
    },
    async settle(ms = 0) {
      const until = now + checked(ms)
      await promisesRun()
      while (runNext(until)) await promisesRun()
      now = until
      await promisesRun()
    },
    pending: () => waiting.size,
  }
}

function checked(ms: number): number {
  if (!(ms >= 0)) throw new RangeError(`a clock cannot move by ${ms} ms`)
  return ms
}

/** A turn of the event loop: every promise that can run without a timer or input has run. */
const promisesRun = (): Promise<void> => new Promise((done) => setImmediate(done))
