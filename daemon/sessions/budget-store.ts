import type { Database } from 'bun:sqlite'

export type BudgetStore = ReturnType<typeof createBudgetStore>

/** The machine's budget of creates: one instant says all of a bucket that fills at a steady pace. */
export function createBudgetStore(db: Database) {
  const one = db.query<{ full_at: number }, []>('SELECT full_at FROM create_budget')
  return {
    /** When the bucket is full again; in the past: it is full. */
    fullAt: (): number => one.get()?.full_at ?? 0,
    setFullAt: (at: number): void =>
      void db
        .query(
          'INSERT INTO create_budget (one, full_at) VALUES (1, ?) ON CONFLICT DO UPDATE SET full_at = excluded.full_at',
        )
        .run(at),
  }
}
