import { sha256 } from '@noble/hashes/sha2.js'
import { concat, utf8 } from '../bytes.ts'

/**
 * What a daemon signs with its sign key to open a tunnel: a label that no other signature of that key carries, a NUL,
 * and SHA-256 over the length-prefixed (u32 BE) relay host as dialled, issuer, machine id, nonce and version. A relay
 * under another name, or another authority, gets a proof that is worth nothing elsewhere.
 */
export function tunnelProofInput(proof: {
  host: string
  issuer: string
  machine: string
  nonce: Uint8Array
  version: number
}): Uint8Array {
  const parts = [
    utf8(proof.host),
    utf8(proof.issuer),
    utf8(proof.machine),
    proof.nonce,
    utf8(String(proof.version)),
  ]
  return concat([utf8('fl-tunnel-1\0'), sha256(concat(parts.flatMap((part) => [lengthOf(part), part])))])
}

function lengthOf(part: Uint8Array): Uint8Array {
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, part.length)
  return length
}
