/** The suite in plain JavaScript, for browsers without WebCrypto (plain http) or without its X25519. */
import { gcm } from '@noble/ciphers/aes.js'
import type { Random } from '../ids.ts'
import { nobleKeyPair } from './key-pair.ts'
import { type Aead, aesGcmNonce, KEY_BYTES, type Suite, TAG_BYTES } from './suite.ts'

export const nobleSuite = (random: Random): Suite => ({
  generateKeyPair: () => nobleKeyPair(random(KEY_BYTES)),
  aead: nobleAead,
})

/** About 5 MB/s. */
export function nobleAead(key: Uint8Array): Aead {
  const own = Uint8Array.from(key)
  let alive = true
  const cipher = (n: bigint, ad: Uint8Array) => {
    if (!alive) throw new TypeError('the cipher was wiped')
    return gcm(own, aesGcmNonce(n), ad)
  }
  return {
    seal: (n, ad, plaintext) => cipher(n, ad).encrypt(plaintext),
    open(n, ad, ciphertext) {
      if (ciphertext.length < TAG_BYTES) return null
      const checked = cipher(n, ad)
      try {
        return checked.decrypt(ciphertext)
      } catch {
        // Key, nonce and length were checked: only the tag is left to be wrong.
        return null
      }
    },
    wipe() {
      alive = false
      own.fill(0)
    },
  }
}
