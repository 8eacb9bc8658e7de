import type { Database } from 'bun:sqlite'

export type SignInStore = ReturnType<typeof createSignInStore>

/** The sign-in that each device had last: a revocation may name that alone. */
export function createSignInStore(db: Database) {
  return {
    saw: (subject: string, sid: string, at: number): void =>
      void db
        .query('INSERT OR REPLACE INTO sign_ins (subject, sid, seen_at) VALUES (?, ?, ?)')
        .run(subject, sid, at),
    lastOf: (subject: string): string | null =>
      db.query<{ sid: string }, [string]>('SELECT sid FROM sign_ins WHERE subject = ?').get(subject)?.sid ??
      null,
    forgetBefore: (at: number): void => void db.query('DELETE FROM sign_ins WHERE seen_at < ?').run(at),
  }
}
