import type { Database } from 'bun:sqlite'
import { MATCH_BEGINS, MATCH_ENDS } from './snippet.ts'

export type MessageRole = 'person' | 'agent' | 'title'

export interface NewMessage {
  session: string
  seq: number
  at: number
  role: MessageRole
  /** As `toWords` has it. */
  words: string
}

export interface FoundRow {
  id: number
  session: string
  nickname: string
  title: string
  seq: number
  at: number
  role: MessageRole
  /** A piece with the matches marked. */
  marked: string
}

/** Numbers of messages in one millisecond; 2^53 of these end in the year 2248. */
const IN_ONE_MS = 1024
/** Words of a snippet. */
const SNIPPET_WORDS = 32

/**
 * Newest first is descending rowid, which the index walks lazily: a page costs its own rows, however many there are.
 * CROSS JOIN keeps the index outermost.
 */
export const FIND = `
SELECT m.id, m.session, s.nickname, s.title, m.seq, m.at, m.role,
  snippet(message_index, 0, ?1, ?2, '…', ${SNIPPET_WORDS}) AS marked
FROM message_index
CROSS JOIN messages m ON m.id = message_index.rowid
CROSS JOIN sessions s ON s.id = m.session
WHERE message_index MATCH ?3 AND message_index.rowid < ?4 AND s.removed_at IS NULL
ORDER BY message_index.rowid DESC LIMIT ?5`

export type MessageStore = ReturnType<typeof createMessageStore>

/** Finished messages and titles, in the order of time; the index follows by triggers. */
export function createMessageStore(db: Database) {
  const insert = db.query(
    'INSERT INTO messages (id, session, seq, at, role, text) VALUES ($id, $session, $seq, $at, $role, $words)',
  )
  const newestBelow = db.query<{ id: number | null }, [number]>(
    'SELECT max(id) AS id FROM messages WHERE id < ?',
  )
  const find = db.query<FoundRow, [string, string, string, number, number]>(FIND)
  const setTextFrom = db.query('UPDATE sessions SET text_from = ? WHERE id = ?')
  const titled = db.query<{ text: string }, [string]>(
    `SELECT text FROM messages WHERE session = ? AND role = 'title'`,
  )
  /** The first free number from the beginning of that millisecond on; one that is full lends from the newest. */
  const idAt = (at: number): number => {
    const end = (at + 1) * IN_ONE_MS
    const id = Math.max(at * IN_ONE_MS, (newestBelow.get(end)?.id ?? 0) + 1)
    return id < end ? id : (newestBelow.get(Number.MAX_SAFE_INTEGER)?.id ?? 0) + 1
  }
  const add = (message: NewMessage): void => void insert.run({ ...message, id: idAt(message.at) })
  return {
    add,
    /** The session's only title from now on. */
    setTitle(session: string, words: string): void {
      const before = titled.get(session)
      if (before?.text === words) return
      if (before) db.query(`DELETE FROM messages WHERE session = ? AND role = 'title'`).run(session)
      const now = db
        .query<{ seq: number; at: number }, [string]>(
          'SELECT last_seq AS seq, updated_at AS at FROM sessions WHERE id = ?',
        )
        .get(session)
      if (now) add({ session, ...now, role: 'title', words })
    },
    hasTitle: (session: string): boolean => titled.get(session) !== null,
    /** Where the text of the session's agent begins that is not here yet; null: all is. */
    setTextFrom: (session: string, seq: number | null): void => void setTextFrom.run(seq, session),
    /** Messages that an FTS5 expression finds, below `before`, newest first. */
    find: (expression: string, before: number, limit: number): FoundRow[] =>
      find.all(MATCH_BEGINS, MATCH_ENDS, expression, before, limit),
  }
}
