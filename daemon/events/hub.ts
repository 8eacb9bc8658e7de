/**
 * Wakes readers. It carries no data: a reader that is woken reads the rows after its own cursor, so a slow one costs
 * nothing and can miss nothing.
 */
export interface Hub {
  /** Runs `wake` after each change of the session (null: of any), until the answer is called. */
  subscribe(session: string | null, wake: (session: string) => void): () => void
  notify(sessions: Iterable<string>): void
}

export function createHub(): Hub {
  const readers = new Map<string | null, Set<(session: string) => void>>()
  return {
    subscribe(session, wake) {
      const set = readers.get(session) ?? new Set()
      readers.set(session, set)
      set.add(wake)
      return () => {
        set.delete(wake)
        if (set.size === 0) readers.delete(session)
      }
    },
    notify(sessions) {
      for (const session of sessions) {
        for (const wake of readers.get(session) ?? []) wake(session)
        for (const wake of readers.get(null) ?? []) wake(session)
      }
    },
  }
}

/** Remembers that it was rung until somebody waits: no change between two looks is missed. */
export interface Bell {
  ring(): void
  /** Settles at the next ring (or at once when one came since), after `ms`, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<'rung' | 'timeout' | 'aborted'>
}

export function createBell(after: (ms: number, fn: () => void) => { cancel(): void }): Bell {
  let rung = false
  let waiting: (() => void) | null = null
  return {
    ring() {
      rung = true
      waiting?.()
    },
    wait(ms, signal) {
      return new Promise((resolve) => {
        const settle = (why: 'rung' | 'timeout' | 'aborted'): void => {
          waiting = null
          timer.cancel()
          signal.removeEventListener('abort', aborted)
          if (why === 'rung') rung = false
          resolve(why)
        }
        const aborted = (): void => settle('aborted')
        const timer = after(ms, () => settle('timeout'))
        waiting = () => settle('rung')
        if (signal.aborted) aborted()
        else if (rung) settle('rung')
        else signal.addEventListener('abort', aborted)
      })
    },
  }
}
