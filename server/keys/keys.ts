import { type Result, refuse } from '../../shared/errors.ts'
import { newKeyId, type Random } from '../../shared/ids.ts'
import type { Clock } from '../../shared/time.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { ApiKey, MadeApiKey, NewApiKey } from '../../shared/wire/account.ts'
import type { UserStore } from '../accounts/user-store.ts'
import type { AuditStore } from '../audit/store.ts'
import { API_KEY_PREFIX } from '../auth/credentials.ts'
import { needFresh } from '../auth/fresh.ts'
import type { KeyHolder, SignedInUser } from '../auth/principal.ts'
import { hashSecret, newSecret } from '../auth/secret.ts'
import type { Transactor } from '../db/transact.ts'
import type { DeviceStore } from '../devices/store.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { Revoke } from '../revocations/revoke.ts'
import type { ApiKeyRow, ApiKeyStore } from './store.ts'

export interface ApiKeyDeps {
  apiKeys: ApiKeyStore
  users: UserStore
  devices: DeviceStore
  audit: AuditStore
  revoke: Revoke
  transact: Transactor
  clock: Clock
  random: Random
  limits: AuthorityLimits
}

/** Keys of scripts. Nobody but their holder sees them or takes them back. */
export interface ApiKeys {
  /** Whom a key stands for now. The one reason that ended it is the refusal's code. */
  resolve(secret: string): Result<Omit<KeyHolder, 'kind' | 'address'>>
  list(who: SignedInUser): ApiKey[]
  /** The password was given just now, or it is refused. */
  make(who: SignedInUser, wanted: NewApiKey): Result<MadeApiKey>
  /** Its circuits end with it. */
  revoke(who: SignedInUser, id: string): Result<{ revoked: string }>
}

export const wireKey = ({ id, name, scopes, device, createdAt, usedAt }: ApiKeyRow): ApiKey => ({
  id,
  name,
  scopes,
  device,
  createdAt,
  usedAt,
})

export function createApiKeys(deps: ApiKeyDeps): ApiKeys {
  const { apiKeys, users, devices, clock, limits, transact } = deps

  const touch = ({ id, usedAt, user, device }: ApiKeyRow): void => {
    const now = clock.now()
    if (usedAt !== null && now - usedAt < limits.touchMs) return
    transact(() => {
      apiKeys.used(id, now)
      // A device that only a script uses is in use.
      if (device !== null) devices.used(device, user, now)
    })
  }

  const liveDevice = (id: string | null | undefined, user: string): string | null => {
    const row = id === null || id === undefined ? null : devices.get(id, user)
    return row?.retiredAt === null ? row.id : null
  }

  return {
    resolve(secret) {
      const key = apiKeys.byHash(hashSecret(secret))
      const user = key && users.get(key.user)
      if (key && users.wasDeleted(key.user)) return refuse('user_deleted', 'this account was deleted')
      if (!key || !user || key.revokedAt !== null) return refuse('api_key_revoked', 'this key was revoked')
      if (user.disabledAt !== null) return refuse('user_disabled', 'this account is disabled')
      touch(key)
      return { ok: true, value: { user, key, device: liveDevice(key.device, user.id) } }
    },
    list: (who) => apiKeys.live(who.user.id).map(wireKey),
    make(who, wanted) {
      return transact((work) => {
        const fresh = needFresh(who, work.now, limits)
        if (!fresh.ok) return fresh
        const user = who.user.id
        const device = liveDevice(wanted.device, user)
        if ((device !== null) !== wanted.scopes.includes('circuits') || (wanted.device && device === null)) {
          const why = 'circuits, and they alone, need one of your own devices'
          return refuse('invalid_request', why, { field: 'body/device' })
        }
        if (apiKeys.live(user).length >= limits.apiKeys) {
          return refuse('key_limit', `there are ${limits.apiKeys} keys: revoke one first`)
        }
        const secret = newSecret(deps.random, API_KEY_PREFIX)
        const name = cleanLabel(wanted.name) || 'key'
        const { scopes } = wanted
        const row = { id: newKeyId(deps.random), user, name, scopes, device, createdAt: work.now }
        apiKeys.insert({ ...row, keyHash: hashSecret(secret) })
        const { device: by, address } = who
        deps.audit.append({ at: work.now, user, device: by, address, act: 'api_key_made', subject: row.id })
        return { ok: true, value: { key: wireKey({ ...row, usedAt: null, revokedAt: null }), secret } }
      })
    },
    revoke(who, id) {
      return transact((work) => {
        const user = who.user.id
        if (apiKeys.get(id, user)?.revokedAt !== null) {
          return refuse('key_not_found', 'you have no such key')
        }
        apiKeys.revoke(id, user, work.now)
        const { device, address } = who
        deps.audit.append({ at: work.now, user, device, address, act: 'api_key_revoked', subject: id })
        deps.revoke.lost(work, { user, sid: id })
        return { ok: true, value: { revoked: id } }
      })
    },
  }
}
