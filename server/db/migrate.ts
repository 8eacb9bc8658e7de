import type { Migration } from '../../shared/sqlite/migrate.ts'
import { identity } from './migrations/0001-identity.ts'
import { people } from './migrations/0002-people.ts'

/** Append-only: the schema's version is the length of this list. */
export const migrations: readonly Migration[] = [
  { sql: identity, olderBuilds: 'refuse' },
  // An older build would let a deleted account in, and know nothing of keys that were revoked.
  { sql: people, olderBuilds: 'refuse' },
]
