import type { Database } from 'bun:sqlite'
import type { MachineSettings } from '../../shared/wire/settings.ts'
import type { DaemonLimits } from '../limits.ts'

export type SettingsStore = ReturnType<typeof createSettingsStore>

const NAME = 'machine'

/** What a person set for this machine, over what it is without them: a default that changes reaches who never chose. */
export function createSettingsStore(db: Database, limits: DaemonLimits) {
  const one = db.query<{ value: string }, [string]>('SELECT value FROM settings WHERE name = ?')
  const chosen = (): Partial<MachineSettings> => JSON.parse(one.get(NAME)?.value ?? '{}')
  return {
    get: (): MachineSettings => ({
      parkAfterMs: limits.parkAfterMs,
      permissionTimeoutMs: null,
      askQuestions: true,
      bringBack: true,
      maxLiveSessions: limits.liveSessions,
      maxActiveTurns: limits.activeTurns,
      ...chosen(),
    }),
    set: (change: Partial<MachineSettings>): void =>
      void db
        .query(
          'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
        )
        .run(NAME, JSON.stringify({ ...chosen(), ...change })),
  }
}
