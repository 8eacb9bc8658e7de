import type { Database } from 'bun:sqlite'
import type { Route, Unmet } from './route.ts'

/** The preset of a session. */
export interface SessionPreset {
  preset: string
  /** How its agent was last started with it; null: without it, or not yet. */
  route: Route | null
  /** What the log said last of what could not be had, by code; nothing once it could. */
  said: Partial<Record<Unmet, string>>
}

export type SessionPresetStore = ReturnType<typeof createSessionPresetStore>

export function createSessionPresetStore(db: Database) {
  const one = db.query<{ preset: string; route: string | null; said: string }, [string]>(
    'SELECT preset, route, said FROM session_presets WHERE session = ?',
  )
  return {
    get(session: string): SessionPreset | null {
      const stored = one.get(session)
      if (!stored) return null
      const { preset, route, said } = stored
      return { preset, route: route === null ? null : JSON.parse(route), said: JSON.parse(said) }
    },
    insert: (session: string, preset: string): void =>
      void db.query('INSERT INTO session_presets (session, preset) VALUES (?, ?)').run(session, preset),
    setRoute: (session: string, route: Route | null): void =>
      void db
        .query('UPDATE session_presets SET route = ? WHERE session = ?')
        .run(route && JSON.stringify(route), session),
    setSaid: (session: string, said: SessionPreset['said']): void =>
      void db
        .query('UPDATE session_presets SET said = ? WHERE session = ?')
        .run(JSON.stringify(said), session),
    /** Sessions whose agent was last started with the system. */
    routedTo: (system: string): string[] =>
      db
        .query<{ session: string }, [string]>(
          `SELECT session FROM session_presets WHERE route ->> '$.system' = ?`,
        )
        .all(system)
        .map(({ session }) => session),
  }
}
