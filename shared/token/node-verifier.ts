/**
 * Ed25519 by node:crypto: 0.09 ms a verification, and no tables to make first, which @noble spends 30 ms on. Bun parts only:
 * nothing in `shared` imports it.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { concat } from '../bytes.ts'
import { toBase64url } from './base64url.ts'
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES, type Signer, type Verifier } from './ed25519.ts'

/** RFC 8410: what stands before the 32 bytes of an Ed25519 seed in PKCS #8. */
const PKCS8_HEAD = Uint8Array.fromHex('302e020100300506032b657004220420')

/**
 * The y of every point of small order, and its encodings above the prime, little-endian without the sign bit. OpenSSL
 * takes them as keys, and with one an empty signature fits many messages; the strict verifier refuses them, so must this.
 */
const SMALL_ORDER = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
])

/** A key that is no point of the curve makes the verification fail; it throws nothing. */
export const nodeVerifier: Verifier = (publicKey, message, signature) => {
  if (publicKey.length !== PUBLIC_KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false
  if (isSmallOrder(publicKey)) return false
  const x = toBase64url(publicKey)
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, message, key, signature)
}

function isSmallOrder(publicKey: Uint8Array): boolean {
  const y = Uint8Array.from(publicKey)
  y[31] = (y[31] ?? 0) & 0x7f
  return SMALL_ORDER.has(y.toHex())
}

/** Copies `secret`, the 32-byte seed, into a KeyObject. */
export function nodeSigner(secret: Uint8Array): Signer {
  const key = privateKey(secret)
  return (message) => Uint8Array.from(sign(null, message, key))
}

/** 32 bytes. `secret`: the 32-byte seed. */
export function nodePublicKey(secret: Uint8Array): Uint8Array {
  const spki = createPublicKey(privateKey(secret)).export({ format: 'der', type: 'spki' })
  return Uint8Array.from(spki.subarray(-PUBLIC_KEY_BYTES))
}

function privateKey(secret: Uint8Array): KeyObject {
  if (secret.length !== 32) throw new RangeError('an Ed25519 seed is 32 bytes')
  const der = concat([PKCS8_HEAD, secret])
  const key = createPrivateKey({ key: Buffer.from(der.buffer), format: 'der', type: 'pkcs8' })
  der.fill(0)
  return key
}
