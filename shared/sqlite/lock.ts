/** A lock between processes; for the Bun parts only. */
import { Database, SQLiteError } from 'bun:sqlite'

/** An exclusive transaction on a file of its own: exactly one process holds it, and the kernel frees it with that process. */
export function takeLock(path: string): Database | null {
  const db = new Database(path, { create: true, strict: true })
  try {
    db.run('PRAGMA busy_timeout = 0')
    db.run('BEGIN EXCLUSIVE')
    return db
  } catch (error) {
    db.close()
    if (error instanceof SQLiteError && error.code?.startsWith('SQLITE_BUSY')) return null
    throw error
  }
}
