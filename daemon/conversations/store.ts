import type { Database } from 'bun:sqlite'

/** A conversation of an agent's own that a session took over. */
export interface AdoptionRow {
  conversation: string
  at: number
  /** Pieces of its history that the log has. */
  told: number
  /** Pieces that its agent told since it was asked last. */
  heard: number
  whole: boolean
  announced: boolean
}

/** Which session has which conversation. */
export interface Holding {
  session: string
  conversation: string
}

export type AdoptionStore = ReturnType<typeof createAdoptionStore>

// One that is being taken over is held already, though its session has no conversation before it is open.
const HELD = `
  SELECT s.id AS session, coalesce(s.conversation, a.conversation) AS conversation
  FROM sessions s LEFT JOIN adoptions a ON a.session = s.id
  WHERE s.agent = ?1 AND s.removed_at IS NULL AND coalesce(s.conversation, a.conversation) IS NOT NULL`

export function createAdoptionStore(db: Database) {
  const one = db.query<
    Omit<AdoptionRow, 'whole' | 'announced'> & { whole: number; announced: number },
    [string]
  >('SELECT conversation, at, told, heard, whole, announced FROM adoptions WHERE session = ?')
  const heard = db.query('UPDATE adoptions SET heard = ?1, told = max(told, ?1) WHERE session = ?2')
  const held = db.query<Holding, [string]>(HELD)
  const holder = db.query<Holding, [string, string]>(
    `${HELD} AND coalesce(s.conversation, a.conversation) = ?2 ORDER BY s.created_at, s.id LIMIT 1`,
  )
  return {
    get(session: string): AdoptionRow | null {
      const row = one.get(session)
      return row && { ...row, whole: row.whole === 1, announced: row.announced === 1 }
    },
    insert: (row: { session: string; conversation: string; at: number }): void =>
      void db
        .query('INSERT INTO adoptions (session, conversation, at) VALUES ($session, $conversation, $at)')
        .run({ ...row }),
    /** The agent told so many pieces by now; those that it had not told before are in the log. */
    setHeard: (session: string, pieces: number): void => void heard.run(pieces, session),
    setWhole: (session: string): void =>
      void db.query('UPDATE adoptions SET whole = 1 WHERE session = ?').run(session),
    setAnnounced: (session: string): void =>
      void db.query('UPDATE adoptions SET announced = 1 WHERE session = ?').run(session),
    /** The conversations of an agent that sessions here have. */
    held: (agent: string): Holding[] => held.all(agent),
    /** The session that has this one. */
    holder: (agent: string, conversation: string): string | null =>
      holder.get(agent, conversation)?.session ?? null,
  }
}
