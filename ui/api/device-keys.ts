/**
 * This installation's keys, one an account: X25519, made by WebCrypto so that script can use the private half and never
 * read it. Without a secure context, or in a browser without X25519, there is none, and no machine can be reached.
 */

import type { KeyPair } from '../../shared/noise/key-pair.ts'
import { generateWebKeys, webKeyPair } from '../../shared/noise/web-key-pair.ts'
import { toBase64url } from '../../shared/token/base64url.ts'
import type { KeyedStore } from './keyed-store.ts'

export interface DeviceKey {
  pair: KeyPair
  /** base64url, as the authority registers it. */
  publicKey: string
  /** The authority's id of this device; null until it gave one. */
  id: string | null
}

export interface DeviceKeys {
  /** False: this browser cannot have a key here, for want of a secure context or of X25519. */
  readonly supported: boolean
  /** Null: there is none for this account here. Accounts go by their name, folded. */
  of(account: string): Promise<DeviceKey | null>
  /** The account's key, made now where there is none. Null: this browser cannot make one. */
  ensure(account: string): Promise<DeviceKey | null>
  named(account: string, id: string): Promise<void>
  forget(account: string): Promise<void>
}

interface Stored {
  keys: CryptoKeyPair
  id: string | null
}

export async function createDeviceKeys(
  store: KeyedStore,
  subtle: SubtleCrypto | undefined,
): Promise<DeviceKeys> {
  const supported = subtle !== undefined && (await generated(subtle)) !== null

  const keyOf = (account: string): string => account.trim().toLowerCase()

  async function load(account: string): Promise<Stored | null> {
    const value = await store.get(keyOf(account))
    return isStored(value) ? value : null
  }

  async function use({ keys, id }: Stored): Promise<DeviceKey | null> {
    if (!subtle) return null
    const pair = await webKeyPair(subtle, keys)
    return { pair, publicKey: toBase64url(pair.publicKey), id }
  }

  async function make(account: string): Promise<Stored | null> {
    const keys = subtle ? await generated(subtle) : null
    if (!keys) return null
    // Another tab may have made one meanwhile: the first stays.
    const kept = await store.change(keyOf(account), (before) =>
      isStored(before) ? before : { keys, id: null },
    )
    return isStored(kept) ? kept : null
  }

  return {
    supported,
    async of(account) {
      const stored = await load(account)
      return stored && use(stored)
    },
    async ensure(account) {
      const stored = (await load(account)) ?? (await make(account))
      return stored && use(stored)
    },
    async named(account, id) {
      await store.change(keyOf(account), (before) => (isStored(before) ? { ...before, id } : before))
    },
    forget: (account) => store.remove(keyOf(account)),
  }
}

async function generated(subtle: SubtleCrypto): Promise<CryptoKeyPair | null> {
  try {
    return await generateWebKeys(subtle)
  } catch {
    return null // a browser without X25519: the account works, machines are out of reach, and the screen says so
  }
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null || !('keys' in value) || !('id' in value)) return false
  const { keys, id } = value
  if (typeof keys !== 'object' || keys === null || !('privateKey' in keys) || !('publicKey' in keys))
    return false
  const { privateKey, publicKey } = keys
  return (
    privateKey instanceof CryptoKey &&
    publicKey instanceof CryptoKey &&
    (id === null || typeof id === 'string')
  )
}
