import type { ReadonlySignal } from '@preact/signals'
import type { Clock } from '../../shared/time.ts'

/** Resolves after `ms`, or at once when `signal` aborts. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = (): void => {
      timer.cancel()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = clock.after(ms, done)
    signal.addEventListener('abort', done)
  })
}

/** Resolves once the value fits, or when `signal` aborts. */
export function until<T>(
  value: ReadonlySignal<T>,
  fits: (value: T) => boolean,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || fits(value.peek())) return resolve()
    const done = (): void => {
      signal.removeEventListener('abort', done)
      stop()
      resolve()
    }
    // The first call comes at once, before there is anything to stop.
    const stop = value.subscribe((now) => {
      if (fits(now)) queueMicrotask(done)
    })
    signal.addEventListener('abort', done)
  })
}
