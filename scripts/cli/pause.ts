import type { Clock } from '../../shared/time.ts'

/** Settles after `ms`, or at once when `signal` aborts. Keeps the process alive meanwhile. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  // The clock's timers never hold a process, and here a person is waiting for what comes after.
  const hold = setInterval(() => {}, ms + 1)
  const timer = clock.after(ms, resolve)
  signal?.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(() => {
    timer.cancel()
    clearInterval(hold)
  })
}
