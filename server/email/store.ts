import type { Database } from 'bun:sqlite'

export interface EmailChangeRow {
  id: string
  user: string
  /** Null: there was none. */
  oldEmail: string | null
  /** Null: it was taken away. */
  newEmail: string | null
  changedAt: number
  undoUntil: number
  undoneAt: number | null
}

interface Stored {
  id: string
  user: string
  old_email: string | null
  new_email: string | null
  changed_at: number
  undo_until: number
  undone_at: number | null
}

const toChange = (stored: Stored): EmailChangeRow => ({
  id: stored.id,
  user: stored.user,
  oldEmail: stored.old_email,
  newEmail: stored.new_email,
  changedAt: stored.changed_at,
  undoUntil: stored.undo_until,
  undoneAt: stored.undone_at,
})

export type EmailChangeStore = ReturnType<typeof createEmailChangeStore>

/** Which address an account had before, so that a change can be taken back by whoever has it. */
export function createEmailChangeStore(db: Database) {
  return {
    insert(change: Omit<EmailChangeRow, 'undoneAt'>): void {
      db.query(
        `INSERT INTO email_changes (id, user, old_email, new_email, changed_at, undo_until)
         VALUES ($id, $user, $oldEmail, $newEmail, $changedAt, $undoUntil)`,
      ).run({ ...change })
    },
    get(id: string): EmailChangeRow | null {
      const stored = db
        .query<Stored, [string]>(
          `SELECT id, user, old_email, new_email, changed_at, undo_until, undone_at FROM email_changes WHERE id = ?`,
        )
        .get(id)
      return stored && toChange(stored)
    },
    /** This one, and what was changed after it: in the order of the rows, because two may share a millisecond. */
    undone: ({ id, user }: Pick<EmailChangeRow, 'id' | 'user'>, at: number): void =>
      void db
        .query(
          `UPDATE email_changes SET undone_at = ? WHERE user = ? AND undone_at IS NULL
           AND rowid >= (SELECT rowid FROM email_changes WHERE id = ?)`,
        )
        .run(at, user, id),
    forgetBefore: (at: number): void =>
      void db.query('DELETE FROM email_changes WHERE undo_until < ?').run(at),
  }
}
