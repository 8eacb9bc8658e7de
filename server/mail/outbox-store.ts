import type { Database } from 'bun:sqlite'
import type { LetterEnd, LetterKind } from '../../shared/wire/letter.ts'
import type { Posted } from './ports.ts'

export interface WaitingLetter extends Posted {
  id: number
  createdAt: number
  dueAt: number
  tries: number
}

interface Stored extends Posted {
  id: number
  created_at: number
  due_at: number
  tries: number
}

export type OutboxStore = ReturnType<typeof createOutboxStore>

/** Letters that are to be sent: what each is and whom it is about. */
export function createOutboxStore(db: Database) {
  const next = db.query<Stored, []>(
    `SELECT id, kind, user, subject, created_at, due_at, tries FROM outbox
     WHERE ended_at IS NULL AND trying_at IS NULL ORDER BY due_at, id LIMIT 1`,
  )
  return {
    insert: ({ kind, user, subject }: Posted, at: number): void =>
      void db
        .query('INSERT INTO outbox (kind, user, subject, created_at, due_at) VALUES (?, ?, ?, ?, ?)')
        .run(kind, user, subject, at, at),
    /** The one that is due first, whether now or later; none whose text went out. */
    next(): WaitingLetter | null {
      const stored = next.get()
      if (!stored) return null
      const { id, kind, user, subject, tries } = stored
      return { id, kind, user, subject, tries, createdAt: stored.created_at, dueAt: stored.due_at }
    },
    /** Its text goes out now: what becomes of it is not certain until it ended. */
    textOut: (id: number, at: number): void =>
      void db.query('UPDATE outbox SET trying_at = ? WHERE id = ?').run(at, id),
    postpone: (id: number, dueAt: number, tries: number): void =>
      void db
        .query('UPDATE outbox SET due_at = ?, tries = ?, trying_at = NULL WHERE id = ?')
        .run(dueAt, tries, id),
    end: (id: number, at: number, why: LetterEnd, tries: number): void =>
      void db
        .query('UPDATE outbox SET ended_at = ?, ended_why = ?, tries = ? WHERE id = ? AND ended_at IS NULL')
        .run(at, why, tries, id),
    /** Those whose text went out, and whose answer nobody wrote down. */
    endUncertain: (at: number): number =>
      db
        .query(
          `UPDATE outbox SET ended_at = ?, ended_why = 'unknown', tries = tries + 1
           WHERE ended_at IS NULL AND trying_at IS NOT NULL`,
        )
        .run(at).changes,
    waiting: (): number =>
      db.query<{ n: number }, []>('SELECT count(*) AS n FROM outbox WHERE ended_at IS NULL').get()?.n ?? 0,
    /** The last that ended, the newest first. */
    recent: (most: number): { kind: LetterKind; at: number; outcome: LetterEnd; tries: number }[] =>
      db
        .query<{ kind: LetterKind; at: number; outcome: LetterEnd; tries: number }, [number]>(
          `SELECT kind, ended_at AS at, ended_why AS outcome, tries FROM outbox WHERE ended_at IS NOT NULL
           ORDER BY ended_at DESC, id DESC LIMIT ?`,
        )
        .all(most),
    forgetBefore: (at: number): void => void db.query('DELETE FROM outbox WHERE ended_at < ?').run(at),
  }
}
