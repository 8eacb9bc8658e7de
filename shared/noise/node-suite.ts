/**
 * The suite by node:crypto, for Bun: 0.04 ms a DH, about 1 GB/s. A file of its own that nothing in `shared` imports,
 * so that no browser bundle meets node:crypto.
 */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  type KeyObject,
} from 'node:crypto'
import { concat } from '../bytes.ts'
import type { Random } from '../ids.ts'
import type { KeyPair } from './key-pair.ts'
import { type Aead, aesGcmNonce, KEY_BYTES, type Suite, TAG_BYTES } from './suite.ts'

const ALGORITHM = 'aes-256-gcm'
/** Without it node takes a tag of 4 bytes for a whole one. */
const OPTIONS = { authTagLength: TAG_BYTES }

/** RFC 8410: what stands before the 32 bytes of an X25519 key in PKCS #8 and in SubjectPublicKeyInfo. */
const PKCS8_HEAD = Uint8Array.fromHex('302e020100300506032b656e04220420')
const SPKI_HEAD = Uint8Array.fromHex('302a300506032b656e032100')

export const nodeSuite = (random: Random): Suite => ({
  generateKeyPair() {
    const secret = random(KEY_BYTES)
    const pair = nodeKeyPair(secret)
    secret.fill(0)
    return pair
  },
  aead: nodeAead,
})

/** Copies `secret`, 32 bytes; the caller wipes its own. The copy lives in a KeyObject, which cannot be zeroed. */
export function nodeKeyPair(secret: Uint8Array): KeyPair {
  if (secret.length !== KEY_BYTES) throw new RangeError(`an X25519 secret is ${KEY_BYTES} bytes`)
  const der = concat([PKCS8_HEAD, secret])
  let privateKey: KeyObject | null = createPrivateKey({
    key: Buffer.from(der.buffer),
    format: 'der',
    type: 'pkcs8',
  })
  der.fill(0)
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return {
    publicKey: Uint8Array.from(spki.subarray(SPKI_HEAD.length)),
    dh(publicKey) {
      if (!privateKey) throw new TypeError('the key pair was wiped')
      return publicKey.length === KEY_BYTES ? sharedSecret(privateKey, publicKey) : null
    },
    wipe() {
      privateKey = null
    },
  }
}

function sharedSecret(privateKey: KeyObject, publicKey: Uint8Array): Uint8Array | null {
  const key = Buffer.from(concat([SPKI_HEAD, publicKey]).buffer)
  const remote = createPublicKey({ key, format: 'der', type: 'spki' })
  try {
    return diffieHellman({ privateKey, publicKey: remote })
  } catch (error) {
    // Both keys are well formed; the operation itself fails only on the zero result of a low-order key.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_CRYPTO_OPERATION_FAILED') return null
    throw error
  }
}

export function nodeAead(key: Uint8Array): Aead {
  if (key.length !== KEY_BYTES) throw new RangeError(`an AES-256 key is ${KEY_BYTES} bytes`)
  let own: KeyObject | null = createSecretKey(key)
  const alive = (): KeyObject => {
    if (!own) throw new TypeError('the cipher was wiped')
    return own
  }
  return {
    seal(n, ad, plaintext) {
      const cipher = createCipheriv(ALGORITHM, alive(), aesGcmNonce(n), OPTIONS)
      if (ad.length > 0) cipher.setAAD(ad)
      // GCM is a stream: final() adds no bytes.
      const body = cipher.update(plaintext)
      cipher.final()
      return concat([body, cipher.getAuthTag()])
    },
    open(n, ad, ciphertext) {
      const end = ciphertext.length - TAG_BYTES
      if (end < 0) return null
      const cipher = createDecipheriv(ALGORITHM, alive(), aesGcmNonce(n), OPTIONS)
      if (ad.length > 0) cipher.setAAD(ad)
      cipher.setAuthTag(ciphertext.subarray(end))
      const plaintext = cipher.update(ciphertext.subarray(0, end))
      try {
        cipher.final()
      } catch {
        // final() compares the tag and does nothing else that can fail.
        plaintext.fill(0)
        return null
      }
      return plaintext
    },
    wipe() {
      own = null
    },
  }
}
