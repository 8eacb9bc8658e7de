import type { Database } from 'bun:sqlite'

export interface SealedCredential {
  agent: string
  variable: string
  sealed: Uint8Array
  setAt: number
}

interface Stored {
  agent: string
  variable: string
  sealed: Uint8Array
  set_at: number
}

export type CredentialStore = ReturnType<typeof createCredentialStore>

export function createCredentialStore(db: Database) {
  return {
    /** In the order of their names. */
    of: (agent: string): SealedCredential[] =>
      db
        .query<Stored, [string]>(
          'SELECT agent, variable, sealed, set_at FROM credentials WHERE agent = ? ORDER BY variable',
        )
        .all(agent)
        .map(({ set_at, ...row }) => ({ ...row, setAt: set_at })),
    put(row: SealedCredential): void {
      db.query(
        `INSERT OR REPLACE INTO credentials (agent, variable, sealed, set_at)
         VALUES ($agent, $variable, $sealed, $setAt)`,
      ).run({ ...row })
    },
    /** False: there was none. */
    remove: (agent: string, variable: string): boolean =>
      db.query('DELETE FROM credentials WHERE agent = ? AND variable = ?').run(agent, variable).changes > 0,
  }
}
