import type { Database } from 'bun:sqlite'

export interface ProvisioningKeyRow {
  madeBy: string
  createdAt: number
  usedAt: number | null
}

interface Stored {
  made_by: string
  created_at: number
  used_at: number | null
}

const toRow = (stored: Stored): ProvisioningKeyRow => ({
  madeBy: stored.made_by,
  createdAt: stored.created_at,
  usedAt: stored.used_at,
})

export type ProvisioningKeyStore = ReturnType<typeof createProvisioningKeyStore>

/** The one key that provisions machines; only its hash is kept. */
export function createProvisioningKeyStore(db: Database) {
  return {
    live(): ProvisioningKeyRow | null {
      const stored = db
        .query<Stored, []>(
          'SELECT made_by, created_at, used_at FROM provisioning_keys WHERE ended_at IS NULL ORDER BY rowid DESC LIMIT 1',
        )
        .get()
      return stored && toRow(stored)
    },
    isLive: (keyHash: string): boolean =>
      db.query('SELECT 1 FROM provisioning_keys WHERE key_hash = ? AND ended_at IS NULL').get(keyHash) !==
      null,
    insert: (keyHash: string, madeBy: string, at: number): void =>
      void db
        .query('INSERT INTO provisioning_keys (key_hash, made_by, created_at) VALUES (?, ?, ?)')
        .run(keyHash, madeBy, at),
    used: (keyHash: string, at: number): void =>
      void db.query('UPDATE provisioning_keys SET used_at = ? WHERE key_hash = ?').run(at, keyHash),
    end: (at: number): void =>
      void db.query('UPDATE provisioning_keys SET ended_at = ? WHERE ended_at IS NULL').run(at),
    forgetBefore: (at: number): void =>
      void db.query('DELETE FROM provisioning_keys WHERE ended_at < ?').run(at),
  }
}
