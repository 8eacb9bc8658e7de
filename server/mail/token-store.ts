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
    /** Every usable one of a kind that is a user’s, or about a subject. */
    burn: (of: Omit<MailTokenRow, 'kind'>, kind: MailTokenKind, at: number): void =>
      void db
        .query(
          `UPDATE mail_tokens SET burnt_at = $at WHERE kind = $kind AND used_at IS NULL AND burnt_at IS NULL
           AND user IS $user AND subject IS $subject`,
        )
        .run({ ...of, kind, at }),
    /** All that could still be used by or for a user. */
    burnAll: (user: string, at: number): void =>
      void db
        .query('UPDATE mail_tokens SET burnt_at = ? WHERE user = ? AND used_at IS NULL AND burnt_at IS NULL')
        .run(at, user),
    forgetBefore: (at: number): void => void db.query('DELETE FROM mail_tokens WHERE expires_at < ?').run(at),
  }
}
