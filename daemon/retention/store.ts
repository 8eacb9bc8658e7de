import type { Database } from 'bun:sqlite'
import type { ExitReason } from '../../shared/wire/exit-reason.ts'
import type { RestingSession } from './outdated.ts'

interface Stored {
  id: string
  nickname: string
  pinned: number
  updatedAt: number
  exitReason: ExitReason
  forgotten: number | null
}

/** Rows that go in one statement: a step looks at the time between two. */
const MESSAGES_AT_ONCE = 4
const EVENTS_AT_ONCE = 50

const RESTING = `
SELECT id, nickname, pinned, updated_at AS updatedAt, exit_reason AS exitReason, forgotten FROM sessions
LEFT JOIN session_lives ON session = id
WHERE removed_at IS NULL AND run IS NULL AND exit_reason IS NOT NULL`

export type RetentionStore = ReturnType<typeof createRetentionStore>

export function createRetentionStore(db: Database) {
  const toResting = (row: Stored): RestingSession => ({
    ...row,
    pinned: row.pinned === 1,
    forgotten: row.forgotten === 1,
  })
  const removed = db.query<{ id: string }, []>(
    'SELECT id FROM sessions WHERE removed_at IS NOT NULL ORDER BY removed_at LIMIT 1',
  )
  const takeMessages = db.query(
    `DELETE FROM messages WHERE id IN
       (SELECT id FROM messages WHERE session = ? ORDER BY id LIMIT ${MESSAGES_AT_ONCE})`,
  )
  const takeEvents = db.query(
    `DELETE FROM events WHERE session = ?1 AND seq IN
       (SELECT seq FROM events WHERE session = ?1 ORDER BY seq LIMIT ${EVENTS_AT_ONCE})`,
  )
  return {
    /** Every session without a run that has an exit record. */
    resting: (): RestingSession[] => db.query<Stored, []>(RESTING).all().map(toResting),
    /** A session whose rows are still to be taken away; null: there is none. */
    nextRemoved: (): string | null => removed.get()?.id ?? null,
    /** Takes some of a removed session's many rows away. False: only few are left. */
    takeSome: (session: string): boolean =>
      takeMessages.run(session).changes > 0 || takeEvents.run(session).changes > 0,
  }
}
