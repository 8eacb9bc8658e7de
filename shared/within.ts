import type { Clock } from './time.ts'

/** What `promise` gives within `ms` milliseconds, else null. */
export function within<T>(clock: Clock, ms: number, promise: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(ms, () => resolve(null))
    promise.then(resolve, reject).finally(timer.cancel)
  })
}
