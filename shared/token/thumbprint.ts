/**
 * JWK thumbprints (RFC 7638) of OKP keys (RFC 8037): SHA-256 over the required members in lexical order, base64url. An
 * X25519 one is a capability's `cnf.jkt` (RFC 7800), an Ed25519 one names a signing key (`kid`).
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8 } from '../bytes.ts'
import { toBase64url } from './base64url.ts'

/** `publicKey`: 32 bytes. */
export function thumbprint(crv: 'X25519' | 'Ed25519', publicKey: Uint8Array): string {
  if (publicKey.length !== 32) throw new RangeError('a public key is 32 bytes')
  return toBase64url(sha256(utf8(`{"crv":"${crv}","kty":"OKP","x":"${toBase64url(publicKey)}"}`)))
}
