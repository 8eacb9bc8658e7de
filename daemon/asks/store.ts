import type { Database } from 'bun:sqlite'
import type { Ask } from '../../shared/wire/ask.ts'
import type { JsonRpcId, ReplyForm } from '../acp/change.ts'

export interface AskRow {
  id: string
  session: string
  run: string
  turn: number | null
  reply: ReplyForm
  replyContext: unknown
  requestId: JsonRpcId
  body: Ask
  shown: string
  openedAt: number
  settledAt: number | null
  outcome: string | null
}

interface Stored {
  id: string
  session: string
  run: string
  turn: number | null
  reply: ReplyForm
  reply_context: string | null
  request_id: string
  body: string
  shown: string
  opened_at: number
  settled_at: number | null
  outcome: string | null
}

const toRow = (stored: Stored): AskRow => ({
  id: stored.id,
  session: stored.session,
  run: stored.run,
  turn: stored.turn,
  reply: stored.reply,
  replyContext: stored.reply_context === null ? null : JSON.parse(stored.reply_context),
  requestId: JSON.parse(stored.request_id),
  body: JSON.parse(stored.body),
  shown: stored.shown,
  openedAt: stored.opened_at,
  settledAt: stored.settled_at,
  outcome: stored.outcome,
})

export type AskStore = ReturnType<typeof createAskStore>

export function createAskStore(db: Database) {
  const one = db.query<Stored, [string, string]>('SELECT * FROM asks WHERE session = ? AND id = ?')
  const open = db.query<Stored, [string]>(
    'SELECT * FROM asks WHERE session = ? AND settled_at IS NULL ORDER BY opened_at, rowid',
  )
  const anyOpen = db.query('SELECT 1 FROM asks WHERE session = ? AND settled_at IS NULL LIMIT 1')
  const byRequest = db.query<Stored, [string, string]>(
    'SELECT * FROM asks WHERE run = ? AND request_id = ? AND settled_at IS NULL',
  )
  return {
    get(session: string, id: string): AskRow | null {
      const stored = one.get(session, id)
      return stored && toRow(stored)
    },
    open: (session: string): AskRow[] => open.all(session).map(toRow),
    anyOpen: (session: string): boolean => anyOpen.get(session) !== null,
    byRequest(run: string, requestId: JsonRpcId): AskRow | null {
      const stored = byRequest.get(run, JSON.stringify(requestId))
      return stored && toRow(stored)
    },
    insert(ask: Omit<AskRow, 'settledAt' | 'outcome'> & { readAt: number }): void {
      db.query(
        `INSERT INTO asks (id, session, run, turn, kind, reply, reply_context, request_id, read_at, body, shown,
           opened_at)
         VALUES ($id, $session, $run, $turn, $kind, $reply, $replyContext, $requestId, $readAt, $body, $shown,
           $openedAt)`,
      ).run({
        id: ask.id,
        session: ask.session,
        run: ask.run,
        turn: ask.turn,
        kind: ask.body.kind,
        reply: ask.reply,
        replyContext: ask.replyContext === null ? null : JSON.stringify(ask.replyContext),
        requestId: JSON.stringify(ask.requestId),
        readAt: ask.readAt,
        body: JSON.stringify(ask.body),
        shown: ask.shown,
        openedAt: ask.openedAt,
      })
    },
    settle: (session: string, id: string, outcome: string, now: number): void =>
      void db
        .query('UPDATE asks SET settled_at = ?, outcome = ? WHERE session = ? AND id = ?')
        .run(now, outcome, session, id),
  }
}
