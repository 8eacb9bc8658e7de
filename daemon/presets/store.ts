import type { Database } from 'bun:sqlite'
import type { Preset, System, SystemKind } from '../../shared/wire/preset.ts'

/** A system as stored; its key is among the credentials. */
export type SystemRow = Omit<System, 'keySetAt'>

interface StoredSystem {
  id: string
  name: string
  kind: SystemKind
  base_url: string | null
  models: string | null
}

const toSystem = ({ base_url, models, id, name, kind }: StoredSystem): SystemRow => ({
  id,
  name,
  kind,
  ...(base_url === null ? {} : { baseUrl: base_url }),
  ...(models === null ? {} : { models: JSON.parse(models) }),
})

interface StoredPreset {
  id: string
  name: string
  icon: string | null
  agent: string
  system: string | null
  model: string | null
  effort: string | null
}

const toPreset = ({ icon, system, model, effort, ...row }: StoredPreset): Preset => ({
  ...row,
  ...(icon === null ? {} : { icon }),
  ...(system === null ? {} : { system }),
  ...(model === null ? {} : { model }),
  ...(effort === null ? {} : { effort }),
})

const SYSTEM = 'SELECT id, name, kind, base_url, models FROM systems'
const PRESET = 'SELECT id, name, icon, agent, system, model, effort FROM presets'

export type PresetStore = ReturnType<typeof createPresetStore>

/** Lists are in the order in which things were made. */
export function createPresetStore(db: Database) {
  const system = db.query<StoredSystem, [string]>(`${SYSTEM} WHERE id = ?`)
  const preset = db.query<StoredPreset, [string]>(`${PRESET} WHERE id = ?`)
  return {
    systems: (): SystemRow[] =>
      db.query<StoredSystem, []>(`${SYSTEM} ORDER BY created_at, rowid`).all().map(toSystem),
    system(id: string): SystemRow | null {
      const stored = system.get(id)
      return stored && toSystem(stored)
    },
    putSystem({ id, name, kind, baseUrl, models }: SystemRow, now: number): void {
      db.query(
        `INSERT INTO systems (id, name, kind, base_url, models, created_at)
         VALUES ($id, $name, $kind, $baseUrl, $models, $now)
         ON CONFLICT (id) DO UPDATE SET name = $name, base_url = $baseUrl, models = $models`,
      ).run({ id, name, kind, baseUrl: baseUrl ?? null, models: models ? JSON.stringify(models) : null, now })
    },
    removeSystem: (id: string): void => void db.query('DELETE FROM systems WHERE id = ?').run(id),

    presets: (): Preset[] =>
      db.query<StoredPreset, []>(`${PRESET} ORDER BY created_at, rowid`).all().map(toPreset),
    preset(id: string): Preset | null {
      const stored = preset.get(id)
      return stored && toPreset(stored)
    },
    /** The names of the presets that need the system. */
    presetsOf: (systemId: string): string[] =>
      db
        .query<{ name: string }, [string]>('SELECT name FROM presets WHERE system = ? ORDER BY created_at')
        .all(systemId)
        .map(({ name }) => name),
    putPreset({ id, name, agent, icon, system, model, effort }: Preset, now: number): void {
      db.query(
        `INSERT INTO presets (id, name, icon, agent, system, model, effort, created_at)
         VALUES ($id, $name, $icon, $agent, $system, $model, $effort, $now)
         ON CONFLICT (id) DO UPDATE SET name = $name, icon = $icon, agent = $agent, system = $system,
           model = $model, effort = $effort`,
      ).run({
        id,
        name,
        agent,
        icon: icon ?? null,
        system: system ?? null,
        model: model ?? null,
        effort: effort ?? null,
        now,
      })
    },
    removePreset: (id: string): void => void db.query('DELETE FROM presets WHERE id = ?').run(id),
  }
}
