/** Opens a SQLite file; for the Bun parts only. */
import { Database, SQLiteError } from 'bun:sqlite'
import { chmodSync, existsSync } from 'node:fs'
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
    const needed = existsSync(path) ? readNeeded(path) : 0
    const known = schema.migrations.length
    if (needed > known) {
      return {
        kind: 'newer',
        message: `${path} has schema ${needed}, this version knows up to ${known}: start the version that wrote it, or restore a backup`,
      }
    }
    db = new Database(path, { create: true, strict: true })
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
    if (/^SQLITE_(?:CANTOPEN|READONLY|IOERR)/.test(error.code ?? '')) {
      return { kind: 'unwritable', message: `${path} cannot be written (${error.message})` }
    }
    throw error
  }
}

/** By a connection that cannot write: another one would fold what is left of a write-ahead log in when it closes. */
function readNeeded(path: string): number {
  using db = new Database(path, { readonly: true, strict: true })
  const needed = neededBy(db)
  // The first read of a damaged file fails here.
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
