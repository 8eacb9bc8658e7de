/**
 * The machine lock's two ceremonies, as pure functions (docs: "Machine lock"). Both are bound to the handshake hash, so
 * what was computed in one circuit proves nothing in another, and a box between two circuits is seen.
 *
 * Pairing: device and machine share a 128-bit secret that the authority never had. Each proves it to the other; the role
 * is in the proof, so that neither can be sent back.
 *
 * Approval: the machine commits to nM, the device answers nD, the machine opens nM; both derive ten characters. Who sits
 * between two circuits has one guess in 2^50, because nD is chosen after the commitment and nM before nD. The same
 * agreement gives 16 bytes that a camera carries instead of a person: neither side sends them, each makes its own.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concat, utf8 } from '../bytes.ts'
import { KEY_BYTES } from './suite.ts'

export const PAIRING_SECRET_BYTES = 16
/** nM and nD. */
export const LOCK_NONCE_BYTES = 32
const HASH_BYTES = 32

export type PairingRole = 'device' | 'machine'

const ZERO = Uint8Array.of(0)
const PAIR_LABEL = utf8('fl-pair-1')
const CODE_LABEL = utf8('fl-code-1')
const SCAN_LABEL = utf8('fl-scan-1')

/** HMAC-SHA-256(secret, "fl-pair-1" ‖ 00 ‖ role ‖ 00 ‖ handshake hash), 32 bytes. `role` is who sends it. */
export function pairProof(secret: Uint8Array, handshakeHash: Uint8Array, role: PairingRole): Uint8Array {
  checkLength('the pairing secret', secret, PAIRING_SECRET_BYTES)
  checkLength('the handshake hash', handshakeHash, HASH_BYTES)
  return hmac(sha256, secret, concat([PAIR_LABEL, ZERO, utf8(role), ZERO, handshakeHash]))
}

/** SHA-256(nM): what the machine sends before it knows nD. */
export function lockCommit(nM: Uint8Array): Uint8Array {
  checkLength('nM', nM, LOCK_NONCE_BYTES)
  return sha256(nM)
}

/** Crockford's base 32: no i, l, o, u. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CODE_CHARS = 10

export const LOCK_SCAN_BYTES = 16

export interface LockKeys {
  machine: Uint8Array
  device: Uint8Array
}

/** HMAC-SHA-256(handshake hash, label ‖ nM ‖ nD ‖ machine key ‖ device key): no part's length is open. */
function agreed(
  label: Uint8Array,
  handshakeHash: Uint8Array,
  nonces: [nM: Uint8Array, nD: Uint8Array],
  keys: LockKeys,
): Uint8Array {
  checkLength('the handshake hash', handshakeHash, HASH_BYTES)
  checkLength('nM', nonces[0], LOCK_NONCE_BYTES)
  checkLength('nD', nonces[1], LOCK_NONCE_BYTES)
  checkLength('the machine key', keys.machine, KEY_BYTES)
  checkLength('the device key', keys.device, KEY_BYTES)
  return hmac(sha256, handshakeHash, concat([label, ...nonces, keys.machine, keys.device]))
}

/** What the new device shows a camera: the first 16 bytes, under "fl-scan-1". */
export function lockScan(
  handshakeHash: Uint8Array,
  nM: Uint8Array,
  nD: Uint8Array,
  keys: LockKeys,
): Uint8Array {
  return agreed(SCAN_LABEL, handshakeHash, [nM, nD], keys).slice(0, LOCK_SCAN_BYTES)
}

/** What a person types: the first 50 bits, under "fl-code-1", as ten characters, most significant first. */
export function lockCode(handshakeHash: Uint8Array, nM: Uint8Array, nD: Uint8Array, keys: LockKeys): string {
  const mac = agreed(CODE_LABEL, handshakeHash, [nM, nD], keys)
  const bits = new DataView(mac.buffer, mac.byteOffset).getBigUint64(0) >> 14n
  let code = ''
  for (let n = CODE_CHARS - 1; n >= 0; n--) code += ALPHABET[Number((bits >> BigInt(5 * n)) & 31n)]
  return code
}

/**
 * What a person typed, as `lockCode` writes it: case, spaces and hyphens do not count, and Crockford's look-alikes are
 * read as what they stand for (o is 0; i and l are 1). Null for what can be no code.
 */
export function readLockCode(typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
  return /^[0-9a-hjkmnp-tv-z]{10}$/.test(code) ? code : null
}

function checkLength(name: string, bytes: Uint8Array, length: number): void {
  if (bytes.length !== length) throw new RangeError(`${name} is ${length} bytes, not ${bytes.length}`)
}
