/**
 * The CipherState object (Noise rev 34, section 5.1): a key and a counter. It is made with its key; the state without
 * one, of the first handshake message, is in SymmetricState.
 *
 * Not concurrent: the caller starts nothing before the last answer came (a handshake awaits, a transport queues).
 */
import { type Awaitable, andThen } from './awaitable.ts'
import { failed, type NoiseResult, opened } from './noise-result.ts'
import { KEY_BYTES, MAX_NONCE, type Suite } from './suite.ts'

export interface CipherState {
  /** The nonce of the next message. */
  nonce(): bigint
  /** ENCRYPT(k, n++, ad, plaintext), 16 bytes longer than `plaintext`. */
  encryptWithAd(ad: Uint8Array, plaintext: Uint8Array): Awaitable<NoiseResult<Uint8Array>>
  /** DECRYPT(k, n++, ad, ciphertext). A wrong tag is `rejected` and does not count. */
  decryptWithAd(ad: Uint8Array, ciphertext: Uint8Array): Awaitable<NoiseResult<Uint8Array>>
  /** k = REKEY(k), section 4.2. The counter goes on. */
  rekey(): Awaitable<void>
  /** The state cannot be used after. */
  wipe(): void
}

const NO_AD = new Uint8Array(0)
const ZEROS = new Uint8Array(KEY_BYTES)

/** Copies `key`, 32 bytes; the caller wipes its own. `firstNonce` lets a test begin near the limit. */
export function cipherState(suite: Suite, key: Uint8Array, firstNonce = 0n): CipherState {
  let aead = suite.aead(key)
  let n = firstNonce
  let wiped = false
  return {
    nonce: () => n,
    encryptWithAd(ad, plaintext) {
      if (n >= MAX_NONCE) return failed('exhausted')
      return andThen(aead.seal(n++, ad, plaintext), opened)
    },
    decryptWithAd(ad, ciphertext) {
      if (n >= MAX_NONCE) return failed('exhausted')
      return andThen(aead.open(n, ad, ciphertext), (plaintext) => {
        if (plaintext === null) return failed('rejected')
        n++
        return opened(plaintext)
      })
    },
    rekey() {
      return andThen(aead.seal(MAX_NONCE, NO_AD, ZEROS), (sealed) => {
        const old = aead
        aead = suite.aead(sealed.subarray(0, KEY_BYTES))
        old.wipe()
        sealed.fill(0)
        if (wiped) aead.wipe()
      })
    },
    wipe() {
      wiped = true
      aead.wipe()
    },
  }
}
