import type { Migration } from '../../shared/sqlite/migrate.ts'
import { identity } from './migrations/0001-identity.ts'

/** Append-only: the schema's version is the length of this list. */
export const migrations: readonly Migration[] = [{ sql: identity, olderBuilds: 'refuse' }]
