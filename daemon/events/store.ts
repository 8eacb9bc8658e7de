import type { Database } from 'bun:sqlite'
import type { EventType, SessionEvent } from '../../shared/wire/event.ts'

interface Stored {
  seq: number
  at: number
  type: string
  turn: number | null
  body: string
}

/** The JSON text of a stored event. Rows are written by us alone, so reading one is not parsing untrusted input. */
const toJson = (row: Stored): string => {
  const own = row.body.slice(1, -1)
  const turn = row.turn === null ? '' : `,"turn":${row.turn}`
  return `{"seq":${row.seq},"at":${row.at},"type":"${row.type}"${turn}${own ? `,${own}` : ''}}`
}

export type CallEvent = Extract<SessionEvent, { type: 'tool_call' }>

export type EventStore = ReturnType<typeof createEventStore>

export function createEventStore(db: Database) {
  const insert = db.query(
    'INSERT INTO events (session, seq, at, type, turn, body) VALUES ($session, $seq, $at, $type, $turn, $body)',
  )
  const after = db.query<Stored, [string, number, number]>(
    'SELECT seq, at, type, turn, body FROM events WHERE session = ? AND seq > ? ORDER BY seq LIMIT ?',
  )
  const between = db.query<Stored, [string, number, number, string]>(
    `SELECT seq, at, type, turn, body FROM events
     WHERE session = ? AND seq >= ? AND seq < ? AND type = ? ORDER BY seq`,
  )
  const ofType = db.query('SELECT 1 FROM events WHERE session = ? AND type = ? LIMIT 1')
  const lastWhole = db.query<Stored, [string, string]>(
    `SELECT seq, at, type, turn, body FROM events
     WHERE session = ? AND type = ? ORDER BY seq DESC LIMIT 1`,
  )
  const ofCall = db.query<Stored, { session: string; call: string; lookBack: number }>(
    `SELECT seq, at, type, turn, body FROM events
     WHERE session = $session AND type = 'tool_call' AND body ->> '$.toolCall' = $call
       AND seq > (SELECT max(seq) FROM events WHERE session = $session) - $lookBack
     ORDER BY seq`,
  )
  return {
    insert(row: {
      session: string
      seq: number
      at: number
      type: string
      turn: number | null
      body: string
    }): void {
      insert.run({ ...row })
    },
    /** Up to `limit` events after `seq`, oldest first, as JSON text. */
    after: (session: string, seq: number, limit: number): { seq: number; json: string }[] =>
      after.all(session, seq, limit).map((row) => ({ seq: row.seq, json: toJson(row) })),
    /** The events of a type from `from` on, below `before`. */
    *between(session: string, from: number, before: number, type: EventType): Generator<SessionEvent, void> {
      for (const row of between.iterate(session, from, before, type)) {
        yield JSON.parse(toJson(row)) as SessionEvent
      }
    },
    has: (session: string, type: EventType): boolean => ofType.get(session, type) !== null,
    lastOf: (session: string, types: readonly EventType[]): EventType | null =>
      db
        .query<{ type: EventType }, [string, string]>(
          `SELECT type FROM events WHERE session = ? AND type IN (SELECT value FROM json_each(?))
           ORDER BY seq DESC LIMIT 1`,
        )
        .get(session, JSON.stringify(types))?.type ?? null,
    last: (session: string, type: EventType): SessionEvent | null => {
      const row = lastWhole.get(session, type)
      return row === null ? null : (JSON.parse(toJson(row)) as SessionEvent)
    },
    /** What was said of one tool call in the newest `lookBack` events, oldest first. */
    ofCall: (session: string, call: string, lookBack: number): CallEvent[] =>
      ofCall.all({ session, call, lookBack }).map((row) => JSON.parse(toJson(row)) as CallEvent),
    list: (session: string): SessionEvent[] =>
      after.all(session, 0, -1).map((row) => JSON.parse(toJson(row)) as SessionEvent),
  }
}
