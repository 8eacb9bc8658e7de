import { createPublicKey, verify } from 'node:crypto'

/** Does `signature` (64 bytes) by the Ed25519 `key` (32 bytes) stand under `message`? */
export type VerifySignature = (key: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean

/** The runtime's Ed25519 (RFC 8032), 12 times as fast as the one in TypeScript. */
export const verifySignature: VerifySignature = (key, message, signature) => {
  const x = Buffer.from(key).toString('base64url')
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
  return verify(null, message, publicKey, signature)
}
