import type { Database } from 'bun:sqlite'

/** What a session is about beside its turns: a rest, work of its own, a clear. */
export interface LifeRow {
  restUntil: number | null
  restWhy: string | null
  limitUntil: number | null
  unpromptedSince: number | null
  unpromptedHeard: number | null
  unpromptedCancel: number | null
  marksCycles: boolean
  clearing: number | null
  forgotten: boolean
  reportsTasks: boolean
}

interface Stored {
  rest_until: number | null
  rest_why: string | null
  limit_until: number | null
  unprompted_since: number | null
  unprompted_heard: number | null
  unprompted_cancel: number | null
  marks_cycles: number
  clearing: number | null
  forgotten: number
  reports_tasks: number
}

const nothing: LifeRow = {
  restUntil: null,
  restWhy: null,
  limitUntil: null,
  unpromptedSince: null,
  unpromptedHeard: null,
  unpromptedCancel: null,
  marksCycles: false,
  clearing: null,
  forgotten: false,
  reportsTasks: false,
}

export type LifeStore = ReturnType<typeof createLifeStore>

export function createLifeStore(db: Database) {
  const one = db.query<Stored, [string]>('SELECT * FROM session_lives WHERE session = ?')
  const heard = db.query(
    'UPDATE session_lives SET unprompted_heard = ? WHERE session = ? AND unprompted_since IS NOT NULL',
  )
  const set = (columns: string, values: string, update: string) =>
    db.query(
      `INSERT INTO session_lives (session, ${columns}) VALUES ($session, ${values}) ON CONFLICT DO UPDATE SET ${update}`,
    )
  const rest = set('rest_until, rest_why', '$until, $why', 'rest_until = $until, rest_why = $why')
  const limit = set('limit_until', '$until', 'limit_until = $until')
  const began = set(
    'unprompted_since, unprompted_heard',
    '$now, $now',
    'unprompted_since = coalesce(unprompted_since, $now), unprompted_heard = $now',
  )
  const marks = set('marks_cycles', '1', 'marks_cycles = 1')
  const clearing = set('clearing', '$since', 'clearing = $since')
  const forgotten = set('forgotten', '$forgotten', 'forgotten = $forgotten')
  const reports = set('reports_tasks', '$reports', 'reports_tasks = $reports')
  const write =
    (statement: ReturnType<typeof set>) =>
    (session: string, values: Record<string, string | number | null> = {}): void =>
      void statement.run({ session, ...values })
  return {
    get(session: string): LifeRow {
      const row = one.get(session)
      if (!row) return nothing
      return {
        restUntil: row.rest_until,
        restWhy: row.rest_why,
        limitUntil: row.limit_until,
        unpromptedSince: row.unprompted_since,
        unpromptedHeard: row.unprompted_heard,
        unpromptedCancel: row.unprompted_cancel,
        marksCycles: row.marks_cycles === 1,
        clearing: row.clearing,
        forgotten: row.forgotten === 1,
        reportsTasks: row.reports_tasks === 1,
      }
    },
    rest: (session: string, until: number, why: string): void => write(rest)(session, { until, why }),
    endRest: (session: string): void =>
      void db
        .query('UPDATE session_lives SET rest_until = NULL, rest_why = NULL WHERE session = ?')
        .run(session),
    setLimit: (session: string, until: number | null): void => write(limit)(session, { until }),
    setClearing: (session: string, since: number | null): void => write(clearing)(session, { since }),
    setForgotten: (session: string, yes: boolean): void =>
      write(forgotten)(session, { forgotten: yes ? 1 : 0 }),
    setReportsTasks: (session: string, yes: boolean): void =>
      write(reports)(session, { reports: yes ? 1 : 0 }),

    /** Its agent does something that nobody asked for; one that did already goes on. */
    unpromptedBegan: (session: string, now: number): void => write(began)(session, { now }),
    /** Its agent said something, if it works by itself. */
    unpromptedHeard: (session: string, now: number): void => void heard.run(now, session),
    unpromptedCancelled: (session: string, now: number): void =>
      void db
        .query(
          `UPDATE session_lives SET unprompted_cancel = coalesce(unprompted_cancel, ?)
           WHERE session = ? AND unprompted_since IS NOT NULL`,
        )
        .run(now, session),
    /** Says whether it did. */
    unpromptedEnded: (session: string): boolean =>
      db
        .query(
          `UPDATE session_lives SET unprompted_since = NULL, unprompted_heard = NULL, unprompted_cancel = NULL
           WHERE session = ? AND unprompted_since IS NOT NULL RETURNING 1`,
        )
        .get(session) !== null,
    marksCycles: (session: string): void => write(marks)(session),

    /** The run ended by itself. */
    crashed: (run: string): void => void db.query('UPDATE runs SET crashed = 1 WHERE id = ?').run(run),
    /** Runs of the session that were started after `since` and ended by themselves. */
    crashesSince: (session: string, since: number): number =>
      db
        .query<{ n: number }, [string, number]>(
          'SELECT count(*) AS n FROM runs WHERE session = ? AND crashed = 1 AND spawned_at > ?',
        )
        .get(session, since)?.n ?? 0,
  }
}
