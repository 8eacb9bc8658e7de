import type { Database } from 'bun:sqlite'
import type { Capabilities, JsonRpcId } from '../acp/change.ts'

export type RunPhase = 'starting' | 'open' | 'ending' | 'ended'
/** `new`: the run begins a conversation. `open`: it opens the one that its session has. */
export type Opening = 'new' | 'open'
/** A key changed, somebody signed in, or the agent said in a turn that nobody is. */
export type RenewReason = 'credential' | 'sign_in' | 'refused'

export interface RunRow {
  id: string
  session: string
  keeper: string | null
  phase: RunPhase
  opening: Opening
  replaying: boolean
  /** When it was heard last while its replay goes on after its answer; null: it does not. */
  replayHeard: number | null
  createdAt: number
  spawnedAt: number | null
  pid: number | null
  readTo: number
  malformed: number
  capabilities: Capabilities | null
  askingMode: string | null
  /** It makes room for a new run once it is idle, and why. */
  renew: RenewReason | null
  /** Controls that it has still to be asked for before it is open. */
  putBack: string[]
}

export interface AgentRequestRow {
  id: JsonRpcId
  method: string
  params: unknown
}

interface Stored {
  id: string
  session: string
  keeper: string | null
  phase: RunPhase
  opening: Opening
  replaying: number
  replay_heard: number | null
  created_at: number
  spawned_at: number | null
  pid: number | null
  read_to: number
  malformed: number
  capabilities: string | null
  asking_mode: string | null
  renew: RenewReason | null
  put_back: string
}

const toRow = (stored: Stored): RunRow => ({
  id: stored.id,
  session: stored.session,
  keeper: stored.keeper,
  phase: stored.phase,
  opening: stored.opening,
  replaying: stored.replaying === 1,
  replayHeard: stored.replay_heard,
  createdAt: stored.created_at,
  spawnedAt: stored.spawned_at,
  pid: stored.pid,
  readTo: stored.read_to,
  malformed: stored.malformed,
  capabilities: stored.capabilities === null ? null : JSON.parse(stored.capabilities),
  askingMode: stored.asking_mode,
  renew: stored.renew,
  putBack: JSON.parse(stored.put_back),
})

export type RunStore = ReturnType<typeof createRunStore>

export function createRunStore(db: Database) {
  const byId = db.query<Stored, [string]>('SELECT * FROM runs WHERE id = ?')
  const live = db.query<Stored, []>(`SELECT * FROM runs WHERE phase <> 'ended' ORDER BY created_at, id`)
  const read = db.query('UPDATE runs SET read_to = ?, malformed = ? WHERE id = ?')
  const takeNumber = db.query<{ n: number }, [string]>(
    'UPDATE runs SET next_in = next_in + 1 WHERE id = ? RETURNING next_in - 1 AS n',
  )
  const addLine = db.query('INSERT INTO agent_outbox (run, n, line) VALUES (?, ?, ?)')
  const lines = db.query<{ n: number; line: string }, [string]>(
    'SELECT n, line FROM agent_outbox WHERE run = ? ORDER BY n LIMIT 1',
  )
  const taken = db.query('DELETE FROM agent_outbox WHERE run = ? AND n <= ?')
  return {
    /** A control is being set; the answer finds what was wanted by its number. */
    addControl(run: string, value: string | boolean): number {
      const row = db
        .query<{ n: number }, [string, string]>(
          `INSERT INTO control_changes (run, n, value)
           SELECT ?1, coalesce(max(n), 0) + 1, ?2 FROM control_changes WHERE run = ?1 RETURNING n`,
        )
        .get(run, JSON.stringify(value))
      if (!row) throw new RangeError(`no run ${run}`)
      return row.n
    },
    /** Null: it was answered before. */
    takeControl(run: string, n: number): string | boolean | null {
      const row = db
        .query<{ value: string }, [string, number]>(
          'UPDATE control_changes SET answered = 1 WHERE run = ? AND n = ? AND answered = 0 RETURNING value',
        )
        .get(run, n)
      return row && JSON.parse(row.value)
    },
    controlWaits: (run: string, n: number): boolean =>
      db.query('SELECT 1 FROM control_changes WHERE run = ? AND n = ? AND answered = 0').get(run, n) !== null,
    get(id: string): RunRow | null {
      const stored = byId.get(id)
      return stored && toRow(stored)
    },
    live: (): RunRow[] => live.all().map(toRow),
    known: (id: string): boolean => byId.get(id) !== null,
    insert(run: { id: string; session: string; opening: Opening; now: number }): void {
      db.query(
        `INSERT INTO runs (id, session, phase, opening, created_at)
         VALUES ($id, $session, 'starting', $opening, $now)`,
      ).run({ ...run })
    },
    setPhase: (id: string, phase: RunPhase): void =>
      void db.query('UPDATE runs SET phase = ? WHERE id = ?').run(phase, id),
    /** Stored before the keeper is asked, so that a successor knows which keeper might hold it. */
    spawning: (id: string, keeper: string, now: number): void =>
      void db.query('UPDATE runs SET keeper = ?, spawned_at = ? WHERE id = ?').run(keeper, now, id),
    spawned: (id: string, pid: number): void =>
      void db.query('UPDATE runs SET pid = ? WHERE id = ?').run(pid, id),
    setCapabilities: (id: string, capabilities: Capabilities): void =>
      void db.query('UPDATE runs SET capabilities = ? WHERE id = ?').run(JSON.stringify(capabilities), id),
    setAskingMode: (id: string, mode: string | null): void =>
      void db.query('UPDATE runs SET asking_mode = ? WHERE id = ?').run(mode, id),
    setPutBack: (id: string, controls: readonly string[]): void =>
      void db.query('UPDATE runs SET put_back = ? WHERE id = ?').run(JSON.stringify(controls), id),
    setRenew: (id: string, why: RenewReason | null): void =>
      void db.query('UPDATE runs SET renew = ? WHERE id = ?').run(why, id),
    /** Whether the session's run before this one made room because the agent said that nobody is signed in. */
    followsRefused: (session: string, run: string): boolean =>
      db
        .query<{ renew: RenewReason | null }, [string, string]>(
          'SELECT renew FROM runs WHERE session = ? AND id <> ? ORDER BY rowid DESC LIMIT 1',
        )
        .get(session, run)?.renew === 'refused',
    setReplaying: (id: string, replaying: boolean): void =>
      void db
        .query('UPDATE runs SET replaying = ?, replay_heard = NULL WHERE id = ?')
        .run(replaying ? 1 : 0, id),
    replayHeard: (id: string, now: number): void =>
      void db.query('UPDATE runs SET replay_heard = ? WHERE id = ?').run(now, id),
    /** Output before byte `readTo` is in the database; `malformed` lines in a row came last. */
    read: (id: string, readTo: number, malformed: number): void => void read.run(readTo, malformed, id),
    ended(id: string, now: number): void {
      db.query(`UPDATE runs SET phase = 'ended', ended_at = ? WHERE id = ?`).run(now, id)
      db.query('DELETE FROM agent_outbox WHERE run = ?').run(id)
      db.query('DELETE FROM agent_requests WHERE run = ?').run(id)
    },

    /** The next line for the agent, numbered; it stays until the keeper took it. */
    addLine(run: string, line: string): void {
      const row = takeNumber.get(run)
      if (!row) throw new RangeError(`no run ${run}`)
      addLine.run(run, row.n, line)
    },
    /** The oldest line that the keeper has not taken. */
    nextLine: (run: string): { n: number; line: string } | null => lines.get(run),
    taken: (run: string, n: number): void => void taken.run(run, n),

    addRequest: (run: string, id: JsonRpcId, method: string, params: unknown): void =>
      void db
        .query('INSERT OR IGNORE INTO agent_requests (run, request_id, method, params) VALUES (?, ?, ?, ?)')
        .run(run, JSON.stringify(id), method, JSON.stringify(params ?? null)),
    requests: (run: string): AgentRequestRow[] =>
      db
        .query<{ request_id: string; method: string; params: string }, [string]>(
          'SELECT request_id, method, params FROM agent_requests WHERE run = ?',
        )
        .all(run)
        .map((row) => ({
          id: JSON.parse(row.request_id),
          method: row.method,
          params: JSON.parse(row.params),
        })),
    /** Says whether it was still waiting: an answer is written once. */
    takeRequest: (run: string, id: JsonRpcId): boolean =>
      db
        .query('DELETE FROM agent_requests WHERE run = ? AND request_id = ? RETURNING 1')
        .get(run, JSON.stringify(id)) !== null,
  }
}
