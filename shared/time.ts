/**
 * Time as an argument. Roots pass `systemClock`; tests pass a fake one. Instants are whole milliseconds since
 * the Unix epoch, durations are whole milliseconds.
 */
export interface Clock {
  now(): number
  /** Runs `fn` once, `ms` from now. A pending timer never keeps the process alive. */
  after(ms: number, fn: () => void): Timer
}

export interface Timer {
  cancel(): void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, fn) {
    const handle = setTimeout(fn, ms)
    handle.unref?.()
    return { cancel: () => clearTimeout(handle) }
  },
}

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
