import type { Database } from 'bun:sqlite'
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
  let open = false
  return <T>(change: (work: Work) => T): T => {
    if (open) throw new TypeError('a transaction inside a transaction')
    const touched = new Set<string>()
    const sends = new Set<string>()
    const effects: (() => void)[] = []
    const work: Work = {
      now: deps.clock.now(),
      touch: (session) => touched.add(session),
      send: (run) => sends.add(run),
      after: (effect) => effects.push(effect),
    }
    open = true
    let result: T
    try {
      // IMMEDIATE: a reader that becomes a writer would have to wait in the middle of its own snapshot.
      result = deps.db.transaction(change).immediate(work)
    } finally {
      open = false
    }
    for (const effect of effects) effect()
    for (const run of sends) deps.onSend(run)
    if (touched.size) deps.onTouched(touched)
    return result
  }
}
