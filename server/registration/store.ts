import type { Database } from 'bun:sqlite'

export interface RegistrationRow {
  id: string
  name: string
  /** In lower case. */
  email: string
  createdAt: number
  expiresAt: number
}

interface Stored {
  id: string
  name: string
  email: string
  created_at: number
  expires_at: number
}

const toRegistration = (stored: Stored): RegistrationRow => ({
  id: stored.id,
  name: stored.name,
  email: stored.email,
  createdAt: stored.created_at,
  expiresAt: stored.expires_at,
})

export type RegistrationStore = ReturnType<typeof createRegistrationStore>

/** Who wants an account and has not shown yet that the address is theirs. */
export function createRegistrationStore(db: Database) {
  return {
    /** In place of any other of this address. */
    insert(row: RegistrationRow): void {
      db.query('UPDATE registrations SET ended_at = ? WHERE email = ? AND ended_at IS NULL').run(
        row.createdAt,
        row.email,
      )
      db.query(
        `INSERT INTO registrations (id, name, email, created_at, expires_at)
         VALUES ($id, $name, $email, $createdAt, $expiresAt)`,
      ).run({ ...row })
    },
    /** Null: it was replaced, used, or is too old. */
    open(id: string, now: number): RegistrationRow | null {
      const stored = db
        .query<Stored, [string, number]>(
          `SELECT id, name, email, created_at, expires_at FROM registrations
           WHERE id = ? AND ended_at IS NULL AND expires_at > ?`,
        )
        .get(id, now)
      return stored && toRegistration(stored)
    },
    end: (id: string, at: number): void =>
      void db.query('UPDATE registrations SET ended_at = ? WHERE id = ?').run(at, id),
    forgetBefore: (at: number): void =>
      void db.query('DELETE FROM registrations WHERE expires_at < ?').run(at),
  }
}
