/**
 * The suite of a browser: WebCrypto for what it has, @noble for the rest. `subtle` is undefined on plain http from
 * another host; X25519 came to browsers one by one, AES-GCM has been there all along.
 */
import type { Random } from '../ids.ts'
import { nobleSuite } from './noble-suite.ts'
import { type Aead, aesGcmNonce, type Suite, TAG_BYTES } from './suite.ts'
import { plainBuffer } from './web-buffer.ts'
import { generateWebKeys, webKeyPair } from './web-key-pair.ts'

/** `random` serves the fallback only: WebCrypto makes its own keys. */
export async function webSuite(subtle: SubtleCrypto | undefined, random: Random): Promise<Suite> {
  const fallback = nobleSuite(random)
  if (!subtle) return fallback
  const aead = (key: Uint8Array): Aead => webAead(subtle, key)
  if (!(await hasX25519(subtle))) return { ...fallback, aead }
  return { generateKeyPair: async () => webKeyPair(subtle, await generateWebKeys(subtle)), aead }
}

async function hasX25519(subtle: SubtleCrypto): Promise<boolean> {
  try {
    await generateWebKeys(subtle)
    return true
  } catch {
    // NotSupportedError by the specification; older browsers throw what they like. Either way @noble serves.
    return false
  }
}

export function webAead(subtle: SubtleCrypto, key: Uint8Array): Aead {
  // importKey copies the bytes before it returns.
  let imported: Promise<CryptoKey> | null = subtle.importKey('raw', plainBuffer(key), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])
  const alive = (): Promise<CryptoKey> => {
    if (!imported) throw new TypeError('the cipher was wiped')
    return imported
  }
  const parameters = (n: bigint, ad: Uint8Array): AesGcmParams => ({
    name: 'AES-GCM',
    iv: aesGcmNonce(n),
    additionalData: plainBuffer(ad),
    tagLength: 8 * TAG_BYTES,
  })
  return {
    async seal(n, ad, plaintext) {
      return new Uint8Array(await subtle.encrypt(parameters(n, ad), await alive(), plainBuffer(plaintext)))
    },
    async open(n, ad, ciphertext) {
      if (ciphertext.length < TAG_BYTES) return null
      const own = await alive()
      try {
        return new Uint8Array(await subtle.decrypt(parameters(n, ad), own, plainBuffer(ciphertext)))
      } catch (error) {
        // Web Cryptography, section 29.4.2: OperationError is the tag that does not match.
        if (error instanceof Error && error.name === 'OperationError') return null
        throw error
      }
    },
    wipe() {
      imported = null
    },
  }
}
