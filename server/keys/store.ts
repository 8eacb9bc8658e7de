import type { Database } from 'bun:sqlite'
import { API_KEY_SCOPES, type ApiKeyScope } from '../../shared/wire/account.ts'

export interface ApiKeyRow {
  id: string
  user: string
  name: string
  scopes: ApiKeyScope[]
  device: string | null
  createdAt: number
  usedAt: number | null
  revokedAt: number | null
}

interface Stored {
  id: string
  user: string
  name: string
  scopes: string
  device: string | null
  created_at: number
  used_at: number | null
  revoked_at: number | null
}

const COLUMNS = 'id, user, name, scopes, device, created_at, used_at, revoked_at'

/** A word that this version does not know allows nothing. */
function toKey(stored: Stored): ApiKeyRow {
  const words = new Set(stored.scopes.split(' '))
  const { id, user, name, device } = stored
  return {
    id,
    user,
    name,
    device,
    scopes: API_KEY_SCOPES.filter((scope) => words.has(scope)),
    createdAt: stored.created_at,
    usedAt: stored.used_at,
    revokedAt: stored.revoked_at,
  }
}

export type ApiKeyStore = ReturnType<typeof createApiKeyStore>

/** Keys of scripts. Only their hashes are kept. */
export function createApiKeyStore(db: Database) {
  const byHash = db.query<Stored, [string]>(`SELECT ${COLUMNS} FROM api_keys WHERE key_hash = ?`)
  const byId = db.query<Stored, [string, string]>(`SELECT ${COLUMNS} FROM api_keys WHERE id = ? AND user = ?`)
  const one = (stored: Stored | null): ApiKeyRow | null => stored && toKey(stored)
  return {
    byHash: (keyHash: string): ApiKeyRow | null => one(byHash.get(keyHash)),
    /** Also a revoked one. */
    get: (id: string, user: string): ApiKeyRow | null => one(byId.get(id, user)),
    insert(key: Omit<ApiKeyRow, 'usedAt' | 'revokedAt'> & { keyHash: string }): void {
      db.query(
        `INSERT INTO api_keys (id, user, name, key_hash, scopes, device, created_at)
         VALUES ($id, $user, $name, $keyHash, $scopes, $device, $createdAt)`,
      ).run({ ...key, scopes: key.scopes.join(' ') })
    },
    /** Live ones of a user, the oldest first. */
    live: (user: string): ApiKeyRow[] =>
      db
        .query<Stored, [string]>(
          `SELECT ${COLUMNS} FROM api_keys WHERE user = ? AND revoked_at IS NULL ORDER BY created_at, rowid`,
        )
        .all(user)
        .map(toKey),
    lastUsed: (user: string): number | null =>
      db
        .query<{ at: number | null }, [string]>('SELECT max(used_at) AS at FROM api_keys WHERE user = ?')
        .get(user)?.at ?? null,
    used: (id: string, at: number): void =>
      void db.query('UPDATE api_keys SET used_at = ? WHERE id = ?').run(at, id),
    revoke: (id: string, user: string, at: number): void =>
      void db
        .query('UPDATE api_keys SET revoked_at = ? WHERE id = ? AND user = ? AND revoked_at IS NULL')
        .run(at, id, user),
    forgetBefore: (at: number): void => void db.query('DELETE FROM api_keys WHERE revoked_at < ?').run(at),
  }
}
