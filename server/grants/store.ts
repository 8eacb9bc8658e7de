import type { Database } from 'bun:sqlite'
import { ALL_SCOPES, type Scope } from '../../shared/wire/identity.ts'

export interface GrantRow {
  user: string
  machine: string
  scopes: Scope[]
  createdAt: number
}

interface Stored {
  user: string
  machine: string
  scopes: string
  created_at: number
}

const toGrant = ({ user, machine, scopes, created_at }: Stored): GrantRow => ({
  user,
  machine,
  scopes: readScopes(scopes),
  createdAt: created_at,
})

export type GrantStore = ReturnType<typeof createGrantStore>

/** Who may do what on which machine. The owner's own grant is one of them. */
export function createGrantStore(db: Database) {
  const one = db.query<{ scopes: string }, [string, string]>(
    'SELECT scopes FROM grants WHERE user = ? AND machine = ?',
  )
  return {
    /** Null where there is none. */
    scopes(user: string, machine: string): Scope[] | null {
      const row = one.get(user, machine)
      return row && readScopes(row.scopes)
    },
    insert(grant: {
      user: string
      machine: string
      scopes: readonly Scope[]
      grantedBy: string
      at: number
    }): void {
      db.query(
        `INSERT INTO grants (user, machine, scopes, granted_by, created_at)
         VALUES ($user, $machine, $scopes, $grantedBy, $at)`,
      ).run({ ...grant, scopes: grant.scopes.join(' ') })
    },
    setScopes: (user: string, machine: string, scopes: readonly Scope[]): void =>
      void db
        .query('UPDATE grants SET scopes = ? WHERE user = ? AND machine = ?')
        .run(scopes.join(' '), user, machine),
    drop: (user: string, machine: string): void =>
      void db.query('DELETE FROM grants WHERE user = ? AND machine = ?').run(user, machine),
    /** Those on one machine, the oldest first. */
    of: (machine: string): GrantRow[] =>
      db
        .query<Stored, [string]>(
          'SELECT user, machine, scopes, created_at FROM grants WHERE machine = ? ORDER BY created_at, user',
        )
        .all(machine)
        .map(toGrant),
    /** Those of one user, on machines that are not revoked. */
    ofUser: (user: string): GrantRow[] =>
      db
        .query<Stored, [string]>(
          `SELECT grants.user, machine, scopes, grants.created_at FROM grants
           JOIN machines ON machines.id = grants.machine
           WHERE grants.user = ? AND revoked_at IS NULL ORDER BY machine`,
        )
        .all(user)
        .map(toGrant),
    usersOf: (machine: string): string[] =>
      db
        .query<{ user: string }, [string]>('SELECT user FROM grants WHERE machine = ? ORDER BY user')
        .all(machine)
        .map((row) => row.user),
    /** Enrolled machines that the user may reach. */
    machinesOf: (user: string): string[] =>
      db
        .query<{ machine: string }, [string]>(
          `SELECT machine FROM grants JOIN machines ON machines.id = grants.machine
           WHERE grants.user = ? AND machines.enrolled_at IS NOT NULL AND machines.revoked_at IS NULL
           ORDER BY machine`,
        )
        .all(user)
        .map((row) => row.machine),
    dropMachine: (machine: string): void =>
      void db.query('DELETE FROM grants WHERE machine = ?').run(machine),
  }
}

/** In the order of the specification; a word that this version does not know grants nothing. */
function readScopes(text: string): Scope[] {
  const words = new Set(text.split(' '))
  return ALL_SCOPES.filter((scope) => words.has(scope))
}
