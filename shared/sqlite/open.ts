/** Opens a SQLite file; for the Bun parts only. */
import { Database, SQLiteError } from 'bun:sqlite'
import { chmodSync } from 'node:fs'
import { type Migration, migrate, neededBy } from './migrate.ts'

export type Opened =
  | { kind: 'opened'; db: Database }
  | { kind: 'corrupt'; message: string }
  | { kind: 'newer'; message: string }
  | { kind: 'unwritable'; message: string }

export interface Schema {
  readonly migrations: readonly Migration[]
  /**
   * NORMAL is safe against the death of the process; a power cut may lose the last transactions. FULL loses none that
   * was answered, at about a tenth of the speed.
   */
  readonly synchronous: 'NORMAL' | 'FULL'
}

/**
 * Opens (and migrates) a database, readable by its owner only. A file that is no database, is damaged or was written by a later version that this
 * one does not understand is refused and left byte for byte as it was.
 */
export function openSqlite(path: string, schema: Schema): Opened {
  let db: Database | null = null
  try {
    db = new Database(path, { create: true, strict: true })
    const needed = readNeeded(db)
    const known = schema.migrations.length
    if (needed > known) {
      db.close()
      return {
        kind: 'newer',
        message: `${path} has schema ${needed}, this version knows up to ${known}: start the version that wrote it, or restore a backup`,
      }
    }
    // Before there is a write-ahead log, which takes its mode from the file.
    chmodSync(path, 0o600)
    setPragmas(db, schema)
    migrate(db, schema.migrations)
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

function readNeeded(db: Database): number {
  const needed = neededBy(db)
  // The first read of a damaged file fails here, before anything was written to it.
  db.query('SELECT count(*) FROM sqlite_schema').get()
  return needed
}

/** The busy timeout comes first, because switching to WAL may itself have to wait. */
function setPragmas(db: Database, schema: Schema): void {
  db.run('PRAGMA busy_timeout = 5000')
  db.run('PRAGMA journal_mode = WAL')
  db.run('PRAGMA foreign_keys = ON')
  db.run(`PRAGMA synchronous = ${schema.synchronous}`)
  db.run('PRAGMA journal_size_limit = 67108864')
}
