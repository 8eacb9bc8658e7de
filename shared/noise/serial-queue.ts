import type { Awaitable } from './awaitable.ts'

/** Runs jobs one at a time and answers in their order. With synchronous jobs nothing ever waits. */
export interface SerialQueue {
  run<T>(job: () => Awaitable<T>): Awaitable<T>
  /** Before everything that waits, right after the job under way. */
  runNext<T>(job: () => Awaitable<T>): Awaitable<T>
}

export function serialQueue(): SerialQueue {
  const waiting: (() => Awaitable<void>)[] = []
  let busy = false

  const release = (): void => {
    busy = false
    while (!busy) {
      const next = waiting.shift()
      if (!next) return
      busy = true
      const running = next()
      if (running instanceof Promise) running.then(release, release)
      else busy = false
    }
  }

  /** Starts now. The answer is settled before the next job starts, so that answers keep the jobs' order. */
  function start<T>(job: () => Awaitable<T>): Awaitable<T> {
    busy = true
    let value: Awaitable<T>
    try {
      value = job()
    } catch (error) {
      release()
      throw error
    }
    if (!(value instanceof Promise)) {
      release()
      return value
    }
    const pending = value
    return new Promise<T>((resolve, reject) => {
      pending.then(resolve, reject).then(release, release)
    })
  }

  function wait<T>(job: () => Awaitable<T>, add: (entry: () => Awaitable<void>) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      add(() => {
        try {
          const value = job()
          if (value instanceof Promise) return value.then(resolve, reject)
          resolve(value)
        } catch (error) {
          reject(error)
        }
      })
    })
  }

  return {
    run: (job) => (busy ? wait(job, (entry) => waiting.push(entry)) : start(job)),
    runNext: (job) => (busy ? wait(job, (entry) => waiting.unshift(entry)) : start(job)),
  }
}
