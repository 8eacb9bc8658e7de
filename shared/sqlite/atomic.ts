/** Transactions of a SQLite file; for the Bun parts only. */
import type { Database } from 'bun:sqlite'

/** Runs a change whole or not at all. Synchronous: an async transaction would not roll back. */
export type Atomic = <T>(change: () => T) => T

/** Nested calls are a mistake: a change that needs another one is part of it. */
export function createAtomic(db: Database): Atomic {
  let open = false
  return <T>(change: () => T): T => {
    if (open) throw new TypeError('a transaction inside a transaction')
    open = true
    try {
      // IMMEDIATE: a reader that becomes a writer would have to wait in the middle of its own snapshot.
      return db.transaction(change).immediate()
    } finally {
      open = false
    }
  }
}
