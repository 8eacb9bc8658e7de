import type { Database } from 'bun:sqlite'

export type SignInEnd =
  | 'signed_out'
  | 'evicted'
  | 'device_retired'
  | 'password_changed'
  | 'password_reset'
  | 'email_undone'
  /** By its user, from another one. */
  | 'ended'
  | 'user_deleted'

export interface SignInRow {
  id: string
  user: string
  device: string | null
  createdAt: number
  usedAt: number
  expiresAt: number
  cookieAt: number
  freshAt: number
  endedAt: number | null
  endedWhy: string | null
}

interface Stored {
  id: string
  user: string
  device: string | null
  created_at: number
  used_at: number
  expires_at: number
  cookie_at: number
  fresh_at: number
  ended_at: number | null
  ended_why: string | null
}

const COLUMNS = 'id, user, device, created_at, used_at, expires_at, cookie_at, fresh_at, ended_at, ended_why'

const toSignIn = (stored: Stored): SignInRow => ({
  id: stored.id,
  user: stored.user,
  device: stored.device,
  createdAt: stored.created_at,
  usedAt: stored.used_at,
  expiresAt: stored.expires_at,
  cookieAt: stored.cookie_at,
  freshAt: stored.fresh_at,
  endedAt: stored.ended_at,
  endedWhy: stored.ended_why,
})

export type SignInStore = ReturnType<typeof createSignInStore>

export function createSignInStore(db: Database) {
  const byHash = db.query<Stored, [string]>(`SELECT ${COLUMNS} FROM sign_ins WHERE token_hash = ?`)
  const byId = db.query<Stored, [string, string]>(`SELECT ${COLUMNS} FROM sign_ins WHERE id = ? AND user = ?`)
  return {
    byHash(tokenHash: string): SignInRow | null {
      const stored = byHash.get(tokenHash)
      return stored && toSignIn(stored)
    },
    get(id: string, user: string): SignInRow | null {
      const stored = byId.get(id, user)
      return stored && toSignIn(stored)
    },
    insert(
      row: Pick<SignInRow, 'id' | 'user' | 'device' | 'createdAt' | 'expiresAt'> & { tokenHash: string },
    ): void {
      db.query(
        `INSERT INTO sign_ins (id, user, device, token_hash, created_at, used_at, expires_at, cookie_at, fresh_at)
         VALUES ($id, $user, $device, $tokenHash, $createdAt, $createdAt, $expiresAt, $createdAt, $createdAt)`,
      ).run(row)
    },
    /** Live ones of a user, the oldest first. */
    live: (user: string, now: number): SignInRow[] =>
      db
        .query<Stored, [string, number]>(
          `SELECT ${COLUMNS} FROM sign_ins WHERE user = ? AND ended_at IS NULL AND expires_at > ?
           ORDER BY created_at, rowid`,
        )
        .all(user, now)
        .map(toSignIn),
    /** Live ones that a device holds. */
    ofDevice: (user: string, device: string): string[] =>
      db
        .query<{ id: string }, [string, string]>(
          'SELECT id FROM sign_ins WHERE user = ? AND device = ? AND ended_at IS NULL',
        )
        .all(user, device)
        .map((row) => row.id),
    /** When any of a user’s was used last, live or not. */
    lastUsed: (user: string): number | null =>
      db
        .query<{ at: number | null }, [string]>('SELECT max(used_at) AS at FROM sign_ins WHERE user = ?')
        .get(user)?.at ?? null,
    used: (id: string, at: number, expiresAt: number): void =>
      void db.query('UPDATE sign_ins SET used_at = ?, expires_at = ? WHERE id = ?').run(at, expiresAt, id),
    cookieGiven: (id: string, at: number): void =>
      void db.query('UPDATE sign_ins SET cookie_at = ? WHERE id = ?').run(at, id),
    freshened: (id: string, user: string, at: number): void =>
      void db.query('UPDATE sign_ins SET fresh_at = ? WHERE id = ? AND user = ?').run(at, id, user),
    setDevice: (id: string, user: string, device: string): void =>
      void db.query('UPDATE sign_ins SET device = ? WHERE id = ? AND user = ?').run(device, id, user),
    end: (id: string, user: string, at: number, why: SignInEnd): void =>
      void db
        .query(
          'UPDATE sign_ins SET ended_at = ?, ended_why = ? WHERE id = ? AND user = ? AND ended_at IS NULL',
        )
        .run(at, why, id, user),
    /** Rows that ended or expired before `at` tell nobody anything any more. */
    forgetBefore: (at: number): void =>
      void db.query('DELETE FROM sign_ins WHERE ended_at < $at OR expires_at < $at').run({ at }),
  }
}
