import type { Database } from 'bun:sqlite'
import type { BackgroundTask } from '../../shared/wire/task.ts'

interface Stored {
  id: string
  title: string
  state: BackgroundTask['state']
  stoppable: number
  started_at: number
  updated_at: number
}

const toTask = (row: Stored): BackgroundTask => ({
  id: row.id,
  title: row.title,
  state: row.state,
  startedAt: row.started_at,
  updatedAt: row.updated_at,
  stoppable: row.stoppable === 1,
})

export type TaskStore = ReturnType<typeof createTaskStore>

/** What agents reported to be at work beside their turns. The rows belong to the conversation, not to a process. */
export function createTaskStore(db: Database) {
  const list = db.query<Stored, [string]>('SELECT * FROM tasks WHERE session = ? ORDER BY started_at, rowid')
  const live = db.query(`SELECT 1 FROM tasks WHERE session = ? AND state IN ('running', 'paused') LIMIT 1`)
  return {
    /** Oldest first. */
    list: (session: string): BackgroundTask[] => list.all(session).map(toTask),
    get: (session: string, id: string): BackgroundTask | null => {
      const row = db
        .query<Stored, [string, string]>('SELECT * FROM tasks WHERE session = ? AND id = ?')
        .get(session, id)
      return row && toTask(row)
    },
    anyLive: (session: string): boolean => live.get(session) !== null,
    put(session: string, task: BackgroundTask): void {
      db.query(
        `INSERT INTO tasks (session, id, title, state, stoppable, started_at, updated_at)
         VALUES ($session, $id, $title, $state, $stoppable, $startedAt, $updatedAt)
         ON CONFLICT DO UPDATE SET title = $title, state = $state, stoppable = $stoppable,
           started_at = $startedAt, updated_at = $updatedAt`,
      ).run({ session, ...task, stoppable: task.stoppable ? 1 : 0 })
    },
    /** What was at work is not any more; answers how many rows that were. */
    stopLive: (session: string, now: number): number =>
      db
        .query(
          `UPDATE tasks SET state = 'stopped', updated_at = ?
           WHERE session = ? AND state IN ('running', 'paused') RETURNING 1`,
        )
        .all(now, session).length,
    /** Past `most` rows the ones that ended longest ago go, then the oldest. */
    prune: (session: string, most: number): void =>
      void db
        .query(
          `DELETE FROM tasks WHERE session = ?1 AND rowid NOT IN (SELECT rowid FROM tasks WHERE session = ?1
             ORDER BY state IN ('running', 'paused') DESC, updated_at DESC, rowid DESC LIMIT ?2)`,
        )
        .run(session, most),
    clear: (session: string): void => void db.query('DELETE FROM tasks WHERE session = ?').run(session),
  }
}
