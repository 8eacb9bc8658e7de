import type { Database } from 'bun:sqlite'
import type { AskRecord } from '../../shared/wire/ask.ts'
import { digestOf } from '../../shared/wire/ask-digest.ts'

export type RecordStore = ReturnType<typeof createRecordStore>
export type NewRecord = Omit<AskRecord, 'n' | 'previous' | 'hash'>

/** Before the first record there is none: a chain begins with this. */
export const CHAIN_START = '0'.repeat(64)

/** A place in the chain: the number of a record, 0 for none, and its hash. */
export interface ChainLink {
  n: number
  hash: string
}

export type ChainLook =
  | { is: 'more'; link: ChainLink }
  | { is: 'broken'; n: number }
  | { is: 'whole'; records: number }

interface Stored {
  n: number
  record: string
  previous: string
  hash: string
}

const toRecord = (stored: Stored): AskRecord => ({
  ...(JSON.parse(stored.record) as NewRecord),
  n: stored.n,
  previous: stored.previous,
  hash: stored.hash,
})

/**
 * How every ask ended. Each row's hash covers its content, its number and the hash before it, so that a row cannot be
 * changed, dropped or moved without every later hash being wrong.
 */
export function createRecordStore(db: Database) {
  const last = db.query<{ n: number; hash: string }, []>(
    'SELECT n, hash FROM ask_records ORDER BY n DESC LIMIT 1',
  )
  return {
    append(record: NewRecord): void {
      const before = last.get()
      const n = (before?.n ?? 0) + 1
      const previous = before?.hash ?? CHAIN_START
      db.query(
        `INSERT INTO ask_records (n, session, ask, record, previous, hash)
         VALUES ($n, $session, $ask, $record, $previous, $hash)`,
      ).run({
        n,
        session: record.session,
        ask: record.ask,
        record: JSON.stringify(record),
        previous,
        hash: recordHash(n, previous, record),
      })
    },
    /** Newest first, below `before`. */
    list(filter: { session: string | null; before: number; limit: number }): AskRecord[] {
      return db
        .query<Stored, [number, string | null, string | null, number]>(
          `SELECT n, record, previous, hash FROM ask_records
           WHERE n < ?1 AND (?2 IS NULL OR session = ?3) ORDER BY n DESC LIMIT ?4`,
        )
        .all(filter.before, filter.session, filter.session, filter.limit)
        .map(toRecord)
    },
    /** The first row past `link` that does not fit it; what comes after `most` rows is for the next look. */
    follow(link: ChainLink, most: number): ChainLook {
      let { n, hash } = link
      const rows = db
        .query<Stored, [number, number]>(
          'SELECT n, record, previous, hash FROM ask_records WHERE n > ?1 OR n < 1 ORDER BY n LIMIT ?2',
        )
        .all(n, most)
      for (const row of rows) {
        const whole = row.n === n + 1 && row.previous === hash
        if (!whole || row.hash !== recordHash(n + 1, hash, JSON.parse(row.record))) {
          return { is: 'broken', n: row.n }
        }
        ;({ n, hash } = row)
      }
      return rows.length < most ? { is: 'whole', records: n } : { is: 'more', link: { n, hash } }
    },
  }
}

const recordHash = (n: number, previous: string, record: NewRecord): string =>
  digestOf({ n, previous, record })
