import type { Database } from 'bun:sqlite'

/** Where this machine is enrolled. */
export interface Enrollment {
  machine: string
  label: string
  owner: string | null
  issuer: string
  origin: string
  relayUrl: string
  enrolledAt: number
}

interface Stored {
  machine: string
  label: string
  owner: string | null
  issuer: string
  origin: string
  relay_url: string
  enrolled_at: number
}

export type EnrollmentStore = ReturnType<typeof createEnrollmentStore>

export function createEnrollmentStore(db: Database) {
  return {
    get(): Enrollment | null {
      const row = db
        .query<Stored, []>(
          'SELECT machine, label, owner, issuer, origin, relay_url, enrolled_at FROM enrollment WHERE one = 1',
        )
        .get()
      return row && toEnrollment(row)
    },
    replace(enrollment: Enrollment): void {
      db.query(
        `INSERT OR REPLACE INTO enrollment (one, machine, label, owner, issuer, origin, relay_url, enrolled_at)
         VALUES (1, $machine, $label, $owner, $issuer, $origin, $relayUrl, $enrolledAt)`,
      ).run({ ...enrollment })
    },
    /** From which signing key on this machine takes its authority's; null: from the first. */
    trustedFrom: (): string | null =>
      db.query<{ kid: string | null }, []>('SELECT trusted_from AS kid FROM enrollment WHERE one = 1').get()
        ?.kid ?? null,
    setTrustedFrom: (kid: string): void =>
      void db.query('UPDATE enrollment SET trusted_from = ? WHERE one = 1').run(kid),
    /** Oldest first. */
    statements: (): string[] =>
      db
        .query<{ jws: string }, []>('SELECT jws FROM key_statements ORDER BY position')
        .all()
        .map(({ jws }) => jws),
    addStatement: (jws: string): void =>
      void db.query('INSERT INTO key_statements (jws) VALUES (?)').run(jws),
    forgetStatements: (): void => void db.query('DELETE FROM key_statements').run(),
  }
}

const toEnrollment = (row: Stored): Enrollment => ({
  machine: row.machine,
  label: row.label,
  owner: row.owner,
  issuer: row.issuer,
  origin: row.origin,
  relayUrl: row.relay_url,
  enrolledAt: row.enrolled_at,
})
