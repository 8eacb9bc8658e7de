import type { Database } from 'bun:sqlite'

/** What a link in a letter, or on an admin’s screen, does. */
export type MailTokenKind = 'confirm' | 'reset' | 'invite' | 'verify' | 'undo'

export interface MailTokenRow {
  kind: MailTokenKind
  user: string | null
  /** The registration or the e-mail change that it is about. */
  subject: string | null
}

export type MailTokenStore = ReturnType<typeof createMailTokenStore>

/** Tokens of links, by their hashes. Each is used once. */
export function createMailTokenStore(db: Database) {
  const usable = db.query<MailTokenRow, [string, string, number]>(
    `SELECT kind, user, subject FROM mail_tokens
     WHERE token_hash = ? AND kind = ? AND used_at IS NULL AND burnt_at IS NULL AND expires_at > ?`,
  )
  return {
    insert(token: MailTokenRow & { tokenHash: string; createdAt: number; expiresAt: number }): void {
      db.query(
        `INSERT INTO mail_tokens (token_hash, kind, user, subject, created_at, expires_at)
         VALUES ($tokenHash, $kind, $user, $subject, $createdAt, $expiresAt)`,
      ).run({ ...token })
    },
    usable: (tokenHash: string, kind: MailTokenKind, now: number): MailTokenRow | null =>
      usable.get(tokenHash, kind, now),
    use: (tokenHash: string, at: number): void =>
      void db.query('UPDATE mail_tokens SET used_at = ? WHERE token_hash = ?').run(at, tokenHash),
    /** Every one of a kind that is a user’s. */
    burnOfUser: (kind: MailTokenKind, user: string, at: number): void =>
      void db
        .query(
          'UPDATE mail_tokens SET burnt_at = ? WHERE kind = ? AND user = ? AND used_at IS NULL AND burnt_at IS NULL',
        )
        .run(at, kind, user),
    /** Every one of a kind that is about a subject. */
    burnAbout: (kind: MailTokenKind, subject: string, at: number): void =>
      void db
        .query(
          'UPDATE mail_tokens SET burnt_at = ? WHERE kind = ? AND subject = ? AND used_at IS NULL AND burnt_at IS NULL',
        )
        .run(at, kind, subject),
    /** Each of a user’s but those that take a change of the address back. */
    burnAll: (user: string, at: number): void =>
      void db
        .query(
          `UPDATE mail_tokens SET burnt_at = ?
           WHERE user = ? AND kind <> 'undo' AND used_at IS NULL AND burnt_at IS NULL`,
        )
        .run(at, user),
    forgetBefore: (at: number): void => void db.query('DELETE FROM mail_tokens WHERE expires_at < ?').run(at),
  }
}
