import type { Database } from 'bun:sqlite'
import { createAtomic } from '../../shared/sqlite/atomic.ts'
import type { Clock } from '../../shared/time.ts'

/**
 * One state change: rows are written inside a transaction, everything that leaves the process (lines to agents, frames
 * to the keeper, news to readers) waits until it committed. If it rolls back, nothing was said.
 */
export interface Work {
  readonly now: number
  /** Sessions whose readers must look again. */
  touch(session: string): void
  /** Runs that have lines to send. */
  send(run: string): void
  /** In the order given, after the commit and before `send`. */
  after(effect: () => void): void
}

export type Transactor = <T>(change: (work: Work) => T) => T

export interface TransactDeps {
  db: Database
  clock: Clock
  onTouched(sessions: ReadonlySet<string>): void
  onSend(run: string): void
}

/** Nested calls are a mistake: a change that needs another one takes its `work`. */
export function createTransact(deps: TransactDeps): Transactor {
  const atomic = createAtomic(deps.db)
  return <T>(change: (work: Work) => T): T => {
    const touched = new Set<string>()
    const sends = new Set<string>()
    const effects: (() => void)[] = []
    const work: Work = {
      now: deps.clock.now(),
      touch: (session) => touched.add(session),
      send: (run) => sends.add(run),
      after: (effect) => effects.push(effect),
    }
    const result = atomic(() => change(work))
    for (const effect of effects) effect()
    for (const run of sends) deps.onSend(run)
    if (touched.size) deps.onTouched(touched)
    return result
  }
}
