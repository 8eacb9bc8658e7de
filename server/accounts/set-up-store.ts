import type { Database } from 'bun:sqlite'

export type SetUpStore = ReturnType<typeof createSetUpStore>

/** Links that make the first admin. At most one of them can be used. */
export function createSetUpStore(db: Database) {
  const usable = db.query<{ n: number }, [string, number]>(
    `SELECT count(*) AS n FROM set_up_links
     WHERE token_hash = ? AND used_at IS NULL AND burnt_at IS NULL AND expires_at > ?`,
  )
  return {
    isUsable: (tokenHash: string, now: number): boolean => usable.get(tokenHash, now)?.n === 1,
    /** Burns every earlier one. */
    insert(link: { tokenHash: string; createdAt: number; expiresAt: number }): void {
      db.query('UPDATE set_up_links SET burnt_at = ? WHERE used_at IS NULL AND burnt_at IS NULL').run(
        link.createdAt,
      )
      db.query(
        'INSERT INTO set_up_links (token_hash, created_at, expires_at) VALUES ($tokenHash, $createdAt, $expiresAt)',
      ).run(link)
    },
    use: (tokenHash: string, now: number): void =>
      void db.query('UPDATE set_up_links SET used_at = ? WHERE token_hash = ?').run(now, tokenHash),
    forgetBefore: (at: number): void =>
      void db.query('DELETE FROM set_up_links WHERE expires_at < ?').run(at),
  }
}
