import type { Database } from 'bun:sqlite'

export type StripStore = ReturnType<typeof createStripStore>

export function createStripStore(db: Database) {
  return {
    /** Null: nobody has chosen yet. */
    get(): string[] | null {
      const row = db.query<{ ids: string }, []>('SELECT ids FROM strip').get()
      return row && JSON.parse(row.ids)
    },
    set: (ids: readonly string[]): void =>
      void db
        .query('INSERT INTO strip (one, ids) VALUES (1, ?) ON CONFLICT DO UPDATE SET ids = excluded.ids')
        .run(JSON.stringify(ids)),
  }
}
