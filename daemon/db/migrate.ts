import type { Migration } from '../../shared/sqlite/migrate.ts'
import { sessionsAndRuns } from './migrations/0001-sessions-and-runs.ts'
import { enrollmentAndLock } from './migrations/0002-enrollment-and-lock.ts'

/** Append-only: the schema's version is the length of this list. */
export const migrations: readonly Migration[] = [
  { sql: sessionsAndRuns, olderBuilds: 'refuse' },
  { sql: enrollmentAndLock, olderBuilds: 'open' },
]
