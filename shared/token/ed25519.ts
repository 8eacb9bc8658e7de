/**
 * Ed25519 (RFC 8032) as functions, so that who has node:crypto can give a faster one (`node-verifier.ts`) and who keeps a
 * key elsewhere need not show it.
 */
import { ed25519 } from '@noble/curves/ed25519.js'

export const PUBLIC_KEY_BYTES = 32
export const SIGNATURE_BYTES = 64

/** 64 bytes over `message`. */
export type Signer = (message: Uint8Array) => Uint8Array
/** Never throws: a key or a signature that is none verifies nothing. */
export type Verifier = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean

/**
 * In plain JavaScript, about 1 ms. `zip215: false` is RFC 8032's own rule: canonical points only and no small-order keys,
 * so every implementation agrees on what verifies.
 */
export const strictVerifier: Verifier = (publicKey, message, signature) =>
  publicKey.length === PUBLIC_KEY_BYTES &&
  signature.length === SIGNATURE_BYTES &&
  ed25519.verify(signature, message, publicKey, { zip215: false })

/** `secret`: the 32-byte seed. */
export const nobleSigner =
  (secret: Uint8Array): Signer =>
  (message) =>
    ed25519.sign(message, secret)
