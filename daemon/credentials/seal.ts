/**
 * Secrets at rest: XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha) under a key file that only the owner reads. What is
 * sealed is bound to the agent and the variable it is for. This keeps secrets out of copies of the database; whoever
 * can read the home can read both.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { concat, fromUtf8, utf8 } from '../../shared/bytes.ts'
import { tryRead } from '../../shared/home/files.ts'
import type { Random } from '../../shared/ids.ts'
import { fromBase64url, toBase64url } from '../../shared/token/base64url.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 24
const FORMAT = 1

export interface Seal {
  close(agent: string, variable: string, secret: string): Uint8Array
  /** Null: made with another key, for another place, or changed since. */
  open(agent: string, variable: string, sealed: Uint8Array): string | null
}

/** `KEY_FILE` in the home, made the first time. One that is damaged is moved aside: what it sealed is lost. */
export function createSeal(home: string, random: Random): Seal {
  let known: Uint8Array | null = null
  const key = (): Uint8Array => {
    known ??= keyOf(join(home, KEY_FILE), random)
    return known
  }
  return {
    close(agent, variable, secret) {
      const nonce = random(NONCE_BYTES)
      const cipher = xchacha20poly1305(key(), nonce, boundTo(agent, variable))
      return concat([Uint8Array.of(FORMAT), nonce, cipher.encrypt(utf8(secret))])
    },
    open(agent, variable, sealed) {
      if (sealed[0] !== FORMAT) return null
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
      if (nonce.length < NONCE_BYTES) return null
      const cipher = xchacha20poly1305(key(), nonce, boundTo(agent, variable))
      try {
        return fromUtf8(cipher.decrypt(sealed.subarray(1 + NONCE_BYTES)))
      } catch {
        return null // the one thing that decrypting what may be damaged can say
      }
    },
  }
}

export const KEY_FILE = 'credentials.key'

const boundTo = (agent: string, variable: string): Uint8Array =>
  utf8(JSON.stringify(['fairlead-credential', FORMAT, agent, variable]))

function keyOf(path: string, random: Random): Uint8Array {
  const text = tryRead(path)
  const stored = text === null ? null : fromBase64url(text)
  if (stored?.length === KEY_BYTES) return stored
  if (text !== null) renameSync(path, `${path}.damaged`)
  const made = random(KEY_BYTES)
  // Whole or not at all: a half-written key would be another key.
  writeFileSync(`${path}.new`, toBase64url(made), { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
  return made
}
