import type { Database } from 'bun:sqlite'

/** A log from before there was an index. */
export interface UnreadLog {
  session: string
  /** Events up to this one are done. */
  readTo: number
  /** What came after this one was read as it was written. */
  lastSeq: number
}

export type UnreadStore = ReturnType<typeof createUnreadStore>

export function createUnreadStore(db: Database) {
  const next = db.query<UnreadLog, []>(
    `SELECT u.session, u.read_to AS readTo, u.last_seq AS lastSeq
     FROM unread_logs u JOIN sessions s ON s.id = u.session ORDER BY s.updated_at DESC LIMIT 1`,
  )
  return {
    /** Of the session that was used last: what is searched for first. */
    next: (): UnreadLog | null => next.get(),
    readTo: (session: string, seq: number): void =>
      void db.query('UPDATE unread_logs SET read_to = ? WHERE session = ?').run(seq, session),
    done: (session: string): void => void db.query('DELETE FROM unread_logs WHERE session = ?').run(session),
  }
}
