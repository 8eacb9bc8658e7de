import type { Database } from 'bun:sqlite'
import { sessionsAndRuns } from './migrations/0001-sessions-and-runs.ts'

/** Append-only: the schema's version is the length of this list. */
const migrations: readonly string[] = [sessionsAndRuns]

export const migrate = {
  check(version: number): { kind: 'ready' } | { kind: 'newer'; known: number } {
    return version > migrations.length ? { kind: 'newer', known: migrations.length } : { kind: 'ready' }
  },

  /** Each step in a transaction of its own, together with the version it leads to. */
  run(db: Database): void {
    const row = db.query<{ user_version: number }, []>('PRAGMA user_version').get()
    for (let version = row?.user_version ?? 0; version < migrations.length; version++) {
      db.transaction(() => {
        db.run(migrations[version] ?? '')
        db.run(`PRAGMA user_version = ${version + 1}`)
      })()
    }
  },
}
