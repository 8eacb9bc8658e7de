import type { Database } from 'bun:sqlite'

export type CodeEnd = 'replaced' | 'machine_revoked' | 'adopted' | 'user_disabled' | 'user_deleted'

export interface CodeRow {
  machine: string
  madeBy: string | null
}

export type CodeStore = ReturnType<typeof createCodeStore>

/** Enrollment codes, by their hashes. */
export function createCodeStore(db: Database) {
  const usable = db.query<{ machine: string; made_by: string | null }, [string, number]>(
    `SELECT machine, made_by FROM enrollment_codes
     WHERE code_hash = ? AND used_at IS NULL AND burnt_at IS NULL AND expires_at > ?`,
  )
  return {
    insert(code: {
      codeHash: string
      machine: string
      madeBy: string | null
      createdAt: number
      expiresAt: number
    }): void {
      db.query(
        `INSERT INTO enrollment_codes (code_hash, machine, made_by, created_at, expires_at)
         VALUES ($codeHash, $machine, $madeBy, $createdAt, $expiresAt)`,
      ).run(code)
    },
    usable(codeHash: string, now: number): CodeRow | null {
      const row = usable.get(codeHash, now)
      return row && { machine: row.machine, madeBy: row.made_by }
    },
    use: (codeHash: string, now: number): void =>
      void db.query('UPDATE enrollment_codes SET used_at = ? WHERE code_hash = ?').run(now, codeHash),
    /** Whatever of the machine could still be used; answers how many there were. */
    burn: (machine: string, now: number, why: CodeEnd): number =>
      db
        .query(
          `UPDATE enrollment_codes SET burnt_at = $now, burnt_why = $why
           WHERE machine = $machine AND used_at IS NULL AND burnt_at IS NULL AND expires_at > $now`,
        )
        .run({ now, why, machine }).changes,
    /** Those that this user minted, for whichever machine. */
    burnOf: (user: string, now: number, why: CodeEnd): number =>
      db
        .query(
          `UPDATE enrollment_codes SET burnt_at = $now, burnt_why = $why
           WHERE made_by = $user AND used_at IS NULL AND burnt_at IS NULL AND expires_at > $now`,
        )
        .run({ now, why, user }).changes,
    endings: (machine: string): (string | null)[] =>
      db
        .query<{ burnt_why: string | null }, [string]>(
          'SELECT burnt_why FROM enrollment_codes WHERE machine = ? ORDER BY rowid',
        )
        .all(machine)
        .map((row) => row.burnt_why),
    forgetBefore: (at: number): void =>
      void db.query('DELETE FROM enrollment_codes WHERE expires_at < ?').run(at),
  }
}
