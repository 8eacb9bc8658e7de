import type { Migration } from '../../shared/sqlite/migrate.ts'
import { sessionsAndRuns } from './migrations/0001-sessions-and-runs.ts'

/** Append-only: the schema's version is the length of this list. */
export const migrations: readonly Migration[] = [{ sql: sessionsAndRuns, olderBuilds: 'refuse' }]
