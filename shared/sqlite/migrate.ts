/**
 * Numbered migrations for the SQLite files of the Bun parts. `user_version` is how many were applied;
 * `application_id` the least that a build must know to open the file, so that an ordinary update can be taken back.
 */
import type { Database } from 'bun:sqlite'

export interface Migration {
  readonly sql: string
  /** Whether a build that does not know this migration may still open the file. */
  readonly olderBuilds: 'open' | 'refuse'
}

/** How many migrations a build must know to open the file. */
export function neededBy(db: Database): number {
  const version = numberOf(db, 'user_version')
  const needs = numberOf(db, 'application_id')
  // A file from before `needs` was recorded says nothing about older builds.
  return needs > 0 && needs <= version ? needs : version
}

/** Each step in a transaction of its own, together with the version it leads to. */
export function migrate(db: Database, migrations: readonly Migration[]): void {
  for (let version = numberOf(db, 'user_version'); version < migrations.length; version++) {
    const step = migrations[version]
    if (!step) return
    db.transaction(() => {
      const needs = step.olderBuilds === 'refuse' ? version + 1 : Math.max(neededBy(db), 1)
      db.run(step.sql)
      db.run(`PRAGMA user_version = ${version + 1}`)
      db.run(`PRAGMA application_id = ${needs}`)
    })()
  }
}

function numberOf(db: Database, pragma: 'user_version' | 'application_id'): number {
  const row = db.query<Record<string, number>, []>(`PRAGMA ${pragma}`).get()
  return row?.[pragma] ?? 0
}
