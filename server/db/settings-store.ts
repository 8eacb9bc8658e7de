import type { Database } from 'bun:sqlite'

export type SettingsStore = ReturnType<typeof createSettingsStore>

/** Facts about the authority itself, each made once or set by an operator. */
export function createSettingsStore(db: Database) {
  const one = db.query<{ value: string }, [string]>('SELECT value FROM settings WHERE name = ?')
  return {
    get: (name: string): string | null => one.get(name)?.value ?? null,
    /** Null: back to what is assumed. */
    put(name: string, value: string | null): void {
      if (value === null) db.query('DELETE FROM settings WHERE name = ?').run(name)
      else this.set(name, value)
    },
    set: (name: string, value: string): void =>
      void db
        .query(
          `INSERT INTO settings (name, value) VALUES (?, ?)
           ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        )
        .run(name, value),
  }
}
