/** X25519 by WebCrypto, the private key not extractable: script can use it and never read it. */
import type { KeyPair } from './key-pair.ts'
import { KEY_BYTES } from './suite.ts'
import { plainBuffer } from './web-buffer.ts'

const X25519 = { name: 'X25519' }

/** As a browser stores it: IndexedDB keeps a CryptoKeyPair, its private key unreadable. */
export async function generateWebKeys(subtle: SubtleCrypto): Promise<CryptoKeyPair> {
  const keys = await subtle.generateKey(X25519, false, ['deriveBits'])
  if ('privateKey' in keys) return keys
  throw new TypeError('X25519 gave one key instead of a pair')
}

export async function webKeyPair(subtle: SubtleCrypto, keys: CryptoKeyPair): Promise<KeyPair> {
  let privateKey: CryptoKey | null = keys.privateKey
  return {
    publicKey: new Uint8Array(await subtle.exportKey('raw', keys.publicKey)),
    async dh(publicKey) {
      if (!privateKey) throw new TypeError('the key pair was wiped')
      const own = privateKey
      if (publicKey.length !== KEY_BYTES) return null
      const remote = await subtle.importKey('raw', plainBuffer(publicKey), X25519, true, [])
      try {
        return new Uint8Array(await subtle.deriveBits({ ...X25519, public: remote }, own, 8 * KEY_BYTES))
      } catch (error) {
        // Secure Curves in WebCrypto: an all-zero secret (a low-order key) is an OperationError.
        if (error instanceof Error && error.name === 'OperationError') return null
        throw error
      }
    },
    wipe() {
      privateKey = null
    },
  }
}
