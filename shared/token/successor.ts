/**
 * How a machine goes from one key to the next (`fl-machine-key+jwt`): the sign key that it has says what both of its keys
 * are from now on. Devices that pinned the old keys follow such statements to the new ones, whoever passes them on.
 *
 *   machine                                   authority                         device
 *   has key 0, sign 0                         pins both                         pinned both, in a circuit
 *   says {num 1, old: key 0, key 1, sign 1},
 *   signed by sign 0                   ──▶    pins key 1, sign 1; keeps it ──▶  follows it from what it pinned
 *
 * Each statement is signed by the sign key that the one before it named, names the key that one named as the old one,
 * and has a higher number. What does not lead from a device's own pin to the key that is offered is worth nothing.
 * The sign key signs two things: this, which begins with the base64url of its header, and `fl-tunnel-1`.
 */
import { ok, type Result, refuse } from '../errors.ts'
import { SECOND_MS } from '../time.ts'
import { type Static, Type, Value } from '../typebox.ts'
import { fromBase64url } from './base64url.ts'
import { type Signer, strictVerifier, type Verifier } from './ed25519.ts'
import { type JsonObject, readJws, type SigningKey, signJws, verifyJws } from './jws.ts'
import { thumbprint } from './thumbprint.ts'

export const SUCCESSOR_TYP = 'fl-machine-key+jwt'

const Id = Type.String({ minLength: 1, maxLength: 64 })
const Key = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })

/** Keys are base64url of 32 bytes. */
export const Successor = Type.Object({
  iss: Id,
  /** The machine. */
  sub: Id,
  num: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  /** X25519: the one before, and the one from now on. */
  old: Key,
  key: Key,
  /** Ed25519, which signs the next statement. */
  sign: Key,
  iat: Type.Integer({ minimum: 0 }),
})
export type Successor = Static<typeof Successor>

/** A machine's two public keys, base64url. */
export interface MachineKeyPair {
  machineKey: string
  signKey: string
}

/** Under its thumbprint, as capabilities name theirs; null: this is no key. */
export function signKeyOf(text: string): SigningKey | null {
  const publicKey = fromBase64url(text)
  return publicKey?.length === 32 ? { kid: thumbprint('Ed25519', publicKey), publicKey } : null
}

export interface SuccessorOf {
  issuer: string
  machine: string
  number: number
  from: MachineKeyPair
  to: MachineKeyPair
  /** ms; informative, a statement does not expire. */
  now: number
}

/** `sign` is by `from.signKey`. */
export function issueSuccessor(
  { issuer, machine, number, from, to, now }: SuccessorOf,
  sign: Signer,
): string {
  const signer = signKeyOf(from.signKey)
  if (!signer) throw new TypeError('the sign key is no key')
  const claims: Successor = {
    iss: issuer,
    sub: machine,
    num: number,
    old: from.machineKey,
    key: to.machineKey,
    sign: to.signKey,
    iat: Math.floor(now / SECOND_MS),
  }
  return signJws(SUCCESSOR_TYP, claims, { kid: signer.kid, sign })
}

/** What it says of itself. Nothing is proven: only for finding the machine that it is about. */
export function readSuccessor(statement: string): Result<Successor> {
  const read = readJws(statement, SUCCESSOR_TYP)
  return read.ok ? claimsOf(read.value.payload) : read
}

/** Its claims, when `held` vouches for it: signed by that sign key, and the successor of that machine key. */
export function verifySuccessor(
  statement: string,
  held: MachineKeyPair,
  of: { issuer: string; machine: string },
  verify: Verifier = strictVerifier,
): Result<Successor> {
  const key = signKeyOf(held.signKey)
  const verified = verifyJws(statement, SUCCESSOR_TYP, key ? [key] : [], verify)
  const claims = verified.ok ? claimsOf(verified.value.payload) : verified
  if (!claims.ok) return claims
  const { iss, sub, old, key: next, sign } = claims.value
  if (iss !== of.issuer) return refuse('wrong_issuer', 'the statement is of another authority')
  if (sub !== of.machine) return refuse('wrong_audience', 'the statement is of another machine')
  if (old !== held.machineKey) return refuse('successor_refused', 'the statement follows another key')
  if (next === old || sign === held.signKey) {
    return refuse('successor_refused', 'the statement changes nothing')
  }
  return claims
}

/**
 * Where the statements lead from `held`, oldest first; null: nowhere. Those from before the pin are passed over; once one
 * follows from it, each of the rest must follow from the one before.
 */
export function followSuccessors(
  held: MachineKeyPair,
  statements: readonly string[],
  of: { issuer: string; machine: string },
  verify: Verifier = strictVerifier,
): MachineKeyPair | null {
  let at = held
  let number = 0
  for (const statement of statements) {
    const followed = verifySuccessor(statement, at, of, verify)
    if (!followed.ok) {
      if (number > 0) return null
      continue
    }
    const { num, key, sign } = followed.value
    if (num <= number) return null
    number = num
    at = { machineKey: key, signKey: sign }
  }
  return number > 0 ? at : null
}

function claimsOf(payload: JsonObject): Result<Successor> {
  if (!Value.Check(Successor, payload) || !isKey(payload.key) || !signKeyOf(payload.sign)) {
    return refuse('token_malformed', 'the claims are not those of a machine’s next key')
  }
  return ok(payload)
}

const isKey = (text: string): boolean => fromBase64url(text)?.length === 32
