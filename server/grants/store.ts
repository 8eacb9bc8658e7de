import type { Database } from 'bun:sqlite'
import { ALL_SCOPES, type Scope } from '../../shared/wire/identity.ts'

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
