import type { Clock } from '../../shared/time.ts'

export interface ThrottleRule {
  /** At so many failures the next try is refused. */
  failures: number
  /** Failures count together while no more than this lies between them. */
  windowMs: number
  /** How long the refusal holds: doubled by each further failure, up to the most. */
  leastMs: number
  mostMs: number
}

export interface Throttle {
  /** How long until the next try, ms; null: now. */
  blockedMs(key: string): number | null
  /** Before the password is looked at, so that tries at once count each other. */
  failed(key: string, rule: ThrottleRule): void
  /** That one was none. */
  forgive(key: string, rule: ThrottleRule): void
  /** As if there had been none. */
  clear(key: string): void
}

interface Count {
  failures: number
  lastAt: number
  windowMs: number
  blockedUntil: number
}

/** Counts of failures, in memory: writing each to disk would be a weapon of its own. */
export function createThrottle(clock: Clock, most: number): Throttle {
  // In the order of the last failure.
  const counts = new Map<string, Count>()

  const put = (key: string, count: Count): void => {
    counts.delete(key)
    counts.set(key, count)
    if (counts.size <= most) return
    const oldest = counts.keys().next()
    if (!oldest.done) counts.delete(oldest.value)
  }

  const blockOf = (failures: number, rule: ThrottleRule): number =>
    failures < rule.failures ? 0 : Math.min(rule.mostMs, rule.leastMs * 2 ** (failures - rule.failures))

  return {
    blockedMs(key) {
      const left = (counts.get(key)?.blockedUntil ?? 0) - clock.now()
      return left > 0 ? left : null
    },
    failed(key, rule) {
      const now = clock.now()
      const before = counts.get(key)
      const counted = before && now - before.lastAt <= before.windowMs ? before.failures : 0
      const failures = counted + 1
      const { windowMs } = rule
      put(key, { failures, lastAt: now, windowMs, blockedUntil: now + blockOf(failures, rule) })
    },
    forgive(key, rule) {
      const before = counts.get(key)
      if (!before) return
      const failures = before.failures - 1
      if (failures <= 0) counts.delete(key)
      else counts.set(key, { ...before, failures, blockedUntil: before.lastAt + blockOf(failures, rule) })
    },
    clear: (key) => void counts.delete(key),
  }
}
