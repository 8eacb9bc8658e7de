import type { Database } from 'bun:sqlite'

export interface DeviceRow {
  id: string
  user: string
  /** X25519, base64url. */
  key: string
  name: string
  platform: string
  createdAt: number
  usedAt: number
  retiredAt: number | null
}

interface Stored {
  id: string
  user: string
  key: string
  name: string
  platform: string
  created_at: number
  used_at: number
  retired_at: number | null
}

const COLUMNS = 'id, user, key, name, platform, created_at, used_at, retired_at'

const toDevice = (stored: Stored): DeviceRow => ({
  id: stored.id,
  user: stored.user,
  key: stored.key,
  name: stored.name,
  platform: stored.platform,
  createdAt: stored.created_at,
  usedAt: stored.used_at,
  retiredAt: stored.retired_at,
})

export type DeviceStore = ReturnType<typeof createDeviceStore>

export function createDeviceStore(db: Database) {
  const one = db.query<Stored, [string, string]>(`SELECT ${COLUMNS} FROM devices WHERE id = ? AND user = ?`)
  const byKey = db.query<Stored, [string, string]>(
    `SELECT ${COLUMNS} FROM devices WHERE key = ? AND user = ? AND retired_at IS NULL`,
  )
  return {
    /** Also a retired one. */
    get(id: string, user: string): DeviceRow | null {
      const stored = one.get(id, user)
      return stored && toDevice(stored)
    },
    byKey(key: string, user: string): DeviceRow | null {
      const stored = byKey.get(key, user)
      return stored && toDevice(stored)
    },
    /** Those not retired, the longest unused first. */
    list: (user: string): DeviceRow[] =>
      db
        .query<Stored, [string]>(
          `SELECT ${COLUMNS} FROM devices WHERE user = ? AND retired_at IS NULL ORDER BY used_at, id`,
        )
        .all(user)
        .map(toDevice),
    insert(device: Omit<DeviceRow, 'usedAt' | 'retiredAt'>): void {
      db.query(
        `INSERT INTO devices (id, user, key, name, platform, created_at, used_at)
         VALUES ($id, $user, $key, $name, $platform, $createdAt, $createdAt)`,
      ).run(device)
    },
    describe: (id: string, user: string, facts: { name: string; platform: string }, now: number): void =>
      void db
        .query('UPDATE devices SET name = ?, platform = ?, used_at = ? WHERE id = ? AND user = ?')
        .run(facts.name, facts.platform, now, id, user),
    used: (id: string, user: string, now: number): void =>
      void db.query('UPDATE devices SET used_at = ? WHERE id = ? AND user = ?').run(now, id, user),
    retire: (id: string, user: string, now: number): void =>
      void db
        .query('UPDATE devices SET retired_at = ? WHERE id = ? AND user = ? AND retired_at IS NULL')
        .run(now, id, user),
    /** Unused since `before`, and no sign-in that is alive at `now` holds it. */
    aged: (before: number, now: number): DeviceRow[] =>
      db
        .query<Stored, [number, number]>(
          `SELECT ${COLUMNS} FROM devices WHERE retired_at IS NULL AND used_at < ? AND NOT EXISTS (
             SELECT 1 FROM sign_ins
             WHERE sign_ins.device = devices.id AND ended_at IS NULL AND expires_at > ?)`,
        )
        .all(before, now)
        .map(toDevice),
  }
}
