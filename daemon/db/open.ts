import { Database, SQLiteError } from 'bun:sqlite'
import { migrate } from './migrate.ts'

export type Opened =
  | { kind: 'opened'; db: Database }
  | { kind: 'corrupt'; message: string }
  | { kind: 'newer'; message: string }
  | { kind: 'unwritable'; message: string }

/**
 * Opens (and migrates) the daemon's database. A file that is no database, is damaged or was written by a later
 * version is refused and left byte for byte as it was.
 */
export function openDatabase(path: string): Opened {
  let db: Database | null = null
  try {
    db = new Database(path, { create: true, strict: true })
    const version = readVersion(db)
    const ready = migrate.check(version)
    if (ready.kind === 'newer') {
      db.close()
      return {
        kind: 'newer',
        message: `${path} has schema ${version}, this version knows up to ${ready.known}: start the version that wrote it, or restore a backup`,
      }
    }
    setPragmas(db)
    migrate.run(db)
    return { kind: 'opened', db }
  } catch (error) {
    db?.close()
    if (!(error instanceof SQLiteError)) throw error
    if (error.code === 'SQLITE_NOTADB' || error.code?.startsWith('SQLITE_CORRUPT')) {
      return {
        kind: 'corrupt',
        message: `${path} is damaged or is no database (${error.message}): move it away or restore a backup`,
      }
    }
    if (error.code?.startsWith('SQLITE_CANTOPEN') || error.code?.startsWith('SQLITE_READONLY')) {
      return { kind: 'unwritable', message: `${path} cannot be written (${error.message})` }
    }
    throw error
  }
}

function readVersion(db: Database): number {
  const row = db.query<{ user_version: number }, []>('PRAGMA user_version').get()
  // The first read of a damaged file fails here, before anything was written to it.
  db.query('SELECT count(*) FROM sqlite_schema').get()
  return row?.user_version ?? 0
}

/**
 * The busy timeout comes first, because switching to WAL may itself have to wait. NORMAL is safe against the death of
 * the process; a power cut may lose the last transactions, and with them the agents that would contradict the loss.
 */
function setPragmas(db: Database): void {
  db.run('PRAGMA busy_timeout = 5000')
  db.run('PRAGMA journal_mode = WAL')
  db.run('PRAGMA foreign_keys = ON')
  db.run('PRAGMA synchronous = NORMAL')
  db.run('PRAGMA journal_size_limit = 67108864')
}
