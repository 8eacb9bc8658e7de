/**
 * What the Noise objects ask of a platform for `25519` and `AESGCM` (Noise rev 34, sections 4.1, 4.2, 12.1, 12.3).
 * `SHA256` is @noble/hashes everywhere: it is synchronous in browsers too, and a handshake hashes little.
 *
 * Three implementations: `nodeSuite` (Bun), `webSuite` (browsers), `nobleSuite` (what a browser lacks).
 */
import type { Awaitable } from './awaitable.ts'
import type { KeyPair } from './key-pair.ts'

/** DHLEN, HASHLEN and the cipher key's length are all 32 bytes. */
export const KEY_BYTES = 32
export const TAG_BYTES = 16
/** A nonce of 2^64 - 1 is reserved for REKEY: no message ever carries it. */
export const MAX_NONCE = 2n ** 64n - 1n

export interface Suite {
  /** A fresh ephemeral pair. */
  generateKeyPair(): Awaitable<KeyPair>
  /** A cipher under `key`, 32 bytes. It keeps a copy: the caller wipes its own at once. */
  aead(key: Uint8Array): Aead
}

/** AES-256-GCM with a 16-byte tag at the end of the ciphertext. `n` is the Noise nonce, 0 to 2^64 - 1. */
export interface Aead {
  seal(n: bigint, ad: Uint8Array, plaintext: Uint8Array): Awaitable<Uint8Array>
  /** Null where the tag does not match; never unchecked plaintext. */
  open(n: bigint, ad: Uint8Array, ciphertext: Uint8Array): Awaitable<Uint8Array | null>
  /** Forgets the key. Bytes that this library owns are zeroed; keys inside the platform are only let go. */
  wipe(): void
}

/** Section 12.3: AESGCM's 96 bits are 32 zero bits and `n`, big-endian. */
export function aesGcmNonce(n: bigint): Uint8Array<ArrayBuffer> {
  const nonce = new Uint8Array(12)
  new DataView(nonce.buffer).setBigUint64(4, n)
  return nonce
}
