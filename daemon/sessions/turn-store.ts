import type { Database } from 'bun:sqlite'
import type { TurnStop } from '../../shared/wire/event.ts'

export interface TurnRow {
  session: string
  seq: number
  run: string
  openedAt: number
  heardAt: number
  cancelAt: number | null
  refused: boolean
  unanswered: boolean
}

interface Stored {
  session: string
  seq: number
  run: string
  opened_at: number
  heard_at: number
  cancel_at: number | null
  refused: number
  unanswered: number
}

export type PromptState = 'queued' | 'steering' | 'delivered' | 'withdrawn'

export interface PromptRow {
  seq: number
  at: number
  text: string
  state: PromptState
  turn: number | null
}

export type TurnStore = ReturnType<typeof createTurnStore>

/** Turns, the prompts they cover or that wait for one, and the tool calls they left open. */
export function createTurnStore(db: Database) {
  const open = db.query<Stored, [string]>('SELECT * FROM turns WHERE session = ? AND result IS NULL')
  const heard = db.query('UPDATE turns SET heard_at = ? WHERE session = ? AND result IS NULL')
  const waiting = db.query<PromptRow, [string]>(
    `SELECT seq, at, text, state, turn FROM prompts
     WHERE session = ? AND state IN ('queued', 'steering') ORDER BY seq`,
  )
  const openCount = db.query<{ n: number }, []>('SELECT count(*) AS n FROM turns WHERE result IS NULL')
  const line = db.query<{ session: string }, []>(
    `SELECT session FROM prompts WHERE state IN ('queued', 'steering') GROUP BY session ORDER BY min(rowid)`,
  )
  const openCall = db.query(
    `INSERT INTO open_calls (session, call, turn) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET turn = coalesce(turn, excluded.turn)`,
  )
  const closeCall = db.query('DELETE FROM open_calls WHERE session = ? AND call = ?')
  return {
    open(session: string): TurnRow | null {
      const row = open.get(session)
      if (!row) return null
      return {
        session: row.session,
        seq: row.seq,
        run: row.run,
        openedAt: row.opened_at,
        heardAt: row.heard_at,
        cancelAt: row.cancel_at,
        refused: row.refused === 1,
        unanswered: row.unanswered === 1,
      }
    },
    /** Sessions that are in a turn. */
    openCount: (): number => openCount.get()?.n ?? 0,
    insert(turn: { session: string; seq: number; run: string; now: number; unanswered: boolean }): void {
      db.query(
        `INSERT INTO turns (session, seq, run, opened_at, heard_at, unanswered)
         VALUES ($session, $seq, $run, $now, $now, $unanswered)`,
      ).run({ ...turn, unanswered: turn.unanswered ? 1 : 0 })
    },
    heard: (session: string, now: number): void => void heard.run(now, session),
    cancelRequested: (session: string, seq: number, now: number): void =>
      void db
        .query('UPDATE turns SET cancel_at = coalesce(cancel_at, ?) WHERE session = ? AND seq = ?')
        .run(now, session, seq),
    refused: (session: string, seq: number): void =>
      void db.query('UPDATE turns SET refused = 1 WHERE session = ? AND seq = ?').run(session, seq),
    /** Whether the run ended a turn otherwise than in an error of its agent. */
    anyWentWell: (run: string): boolean =>
      db
        .query("SELECT 1 FROM turns WHERE run = ? AND result IS NOT NULL AND result <> 'agent_error' LIMIT 1")
        .get(run) !== null,
    close: (session: string, seq: number, result: TurnStop): void =>
      void db.query('UPDATE turns SET result = ? WHERE session = ? AND seq = ?').run(result, session, seq),

    addPrompt(prompt: { session: string; seq: number; at: number; text: string; state: PromptState }): void {
      db.query(
        'INSERT INTO prompts (session, seq, at, text, state) VALUES ($session, $seq, $at, $text, $state)',
      ).run({ ...prompt })
    },
    prompt: (session: string, seq: number): PromptRow | null =>
      db
        .query<PromptRow, [string, number]>(
          'SELECT seq, at, text, state, turn FROM prompts WHERE session = ? AND seq = ?',
        )
        .get(session, seq),
    setPrompt: (session: string, seq: number, state: PromptState, turn: number | null): void =>
      void db
        .query('UPDATE prompts SET state = ?, turn = ? WHERE session = ? AND seq = ?')
        .run(state, turn, session, seq),
    /** Accepted and not with the agent yet, oldest first. */
    waiting: (session: string): PromptRow[] => waiting.all(session),
    /** Sessions with such prompts, by the age of their oldest. */
    line: (): string[] => line.all().map((row) => row.session),
    promptsOf: (session: string, turn: number): number[] =>
      db
        .query<{ seq: number }, [string, number]>(
          `SELECT seq FROM prompts WHERE session = ? AND turn = ? AND state = 'delivered' ORDER BY seq`,
        )
        .all(session, turn)
        .map((row) => row.seq),

    openCall: (session: string, call: string, turn: number | null): void =>
      void openCall.run(session, call, turn),
    closeCall: (session: string, call: string): void => void closeCall.run(session, call),
    /** The calls still open in a turn (null: in any), which are forgotten with this. */
    takeOpenCalls(session: string, turn: number | null): string[] {
      return db
        .query<{ call: string }, [string, number | null, number | null]>(
          'DELETE FROM open_calls WHERE session = ?1 AND (?2 IS NULL OR turn = ?3) RETURNING call',
        )
        .all(session, turn, turn)
        .map((row) => row.call)
    },
    hasOpenCalls: (session: string): boolean =>
      db.query('SELECT 1 FROM open_calls WHERE session = ? LIMIT 1').get(session) !== null,
  }
}
