import type { Database } from 'bun:sqlite'
import { ALL_SCOPES, type Scope } from '../../shared/wire/identity.ts'
import type { LockDevice } from '../../shared/wire/lock.ts'

interface Stored {
  key: string
  sub: string
  scopes: string
  name: string
  approved_at: number
}

interface StoredLock {
  is_on: number
  pairing: string | null
  pairing_until: number | null
}

/** A secret that waits for the device that proves it; base64url. */
export interface WaitingPairing {
  secret: string
  until: number
}

export type LockStore = ReturnType<typeof createLockStore>

export function createLockStore(db: Database) {
  const one = db.query<Stored, [string, string]>(
    'SELECT key, sub, scopes, name, approved_at FROM lock_devices WHERE key = ? AND sub = ?',
  )
  const lock = db.query<StoredLock, []>(
    'SELECT is_on, pairing, pairing_until FROM machine_lock WHERE one = 1',
  )
  return {
    /** On until somebody turned it off. */
    isOn: (): boolean => lock.get()?.is_on !== 0,
    setOn: (on: boolean): void =>
      void db
        .query(
          `INSERT INTO machine_lock (one, is_on) VALUES (1, ?)
           ON CONFLICT (one) DO UPDATE SET is_on = excluded.is_on`,
        )
        .run(on ? 1 : 0),
    pairing(): WaitingPairing | null {
      const row = lock.get()
      if (!row || row.pairing === null) return null
      return { secret: row.pairing, until: row.pairing_until ?? 0 }
    },
    setPairing: (pairing: WaitingPairing | null): void =>
      void db
        .query(
          `INSERT INTO machine_lock (one, is_on, pairing, pairing_until) VALUES (1, 1, ?, ?)
           ON CONFLICT (one) DO UPDATE SET pairing = excluded.pairing, pairing_until = excluded.pairing_until`,
        )
        .run(pairing?.secret ?? null, pairing?.until ?? null),
    get(key: string, sub: string): LockDevice | null {
      const row = one.get(key, sub)
      return row && toDevice(row)
    },
    list: (): LockDevice[] =>
      db
        .query<Stored, []>(
          'SELECT key, sub, scopes, name, approved_at FROM lock_devices ORDER BY approved_at, key, sub',
        )
        .all()
        .map(toDevice),
    put: (device: LockDevice): void =>
      void db
        .query(
          `INSERT OR REPLACE INTO lock_devices (key, sub, scopes, name, approved_at)
           VALUES ($key, $sub, $scopes, $name, $approvedAt)`,
        )
        .run({ ...device, scopes: JSON.stringify(device.scopes) }),
    /** How many entries of this key there were. */
    remove: (key: string): number => db.query('DELETE FROM lock_devices WHERE key = ?').run(key).changes,
    /** By which of the authority's ids this key was let in last. */
    saw: (key: string, sub: string, dev: string): void =>
      void db.query('UPDATE lock_devices SET dev = ? WHERE key = ? AND sub = ?').run(dev, key, sub),
    removeDevice: (dev: string): void => void db.query('DELETE FROM lock_devices WHERE dev = ?').run(dev),
    clear: (): void => void db.query('DELETE FROM lock_devices').run(),
  }
}

const toDevice = (row: Stored): LockDevice => ({
  key: row.key,
  sub: row.sub,
  scopes: scopesIn(row.scopes),
  name: row.name,
  approvedAt: row.approved_at,
})

function scopesIn(text: string): Scope[] {
  const known: unknown = JSON.parse(text)
  return Array.isArray(known) ? ALL_SCOPES.filter((scope) => known.includes(scope)) : []
}
