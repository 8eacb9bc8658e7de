/**
 * Key statements (`fl-keys+jwt`): how a machine learns new signing keys of its authority. Each is numbered, names the
 * whole set that holds from now on, and is signed by a key that the machine holds already. Nothing else adds a key.
 *
 *   authority                                     machine
 *   n, keys [a]                                   holds n, [a]
 *   issues n+1, keys [a, b], signed by a   ──▶    holds n+1, [a, b]; acknowledges n+1
 *   signs capabilities for it with b              (the newest of what it acknowledged)
 *   issues n+2, keys [b], signed by b      ──▶    holds n+2, [b]: a is retired
 *
 * The key that signs a statement is in it, so that a statement sent again (its acknowledgement was lost) still verifies;
 * the next one may retire it. A number may be skipped, never repeated with other keys or gone back to: an old statement cannot bring back a retired
 * key. Who steals a held key can sign statements; the cure is at the machine (`fairlead trust`), not here.
 */
import { ok, type Result, refuse } from '../errors.ts'
import { STATEMENT_KEYS } from '../limits.ts'
import { SECOND_MS } from '../time.ts'
import { type Static, Type, Value } from '../typebox.ts'
import { fromBase64url, toBase64url } from './base64url.ts'
import { strictVerifier, type Verifier } from './ed25519.ts'
import { type KeySigner, type SigningKey, signJws, verifyJws } from './jws.ts'
import { thumbprint } from './thumbprint.ts'

export const STATEMENT_TYP = 'fl-keys+jwt'

/** The keys that hold at one number; the newest comes last. */
export interface KeyRing {
  number: number
  keys: readonly SigningKey[]
}

/** `known`: the machine holds just this already; it acknowledges again. */
export type StatementOutcome = { kind: 'adopted'; ring: KeyRing } | { kind: 'known' }

const Claims = Type.Object({
  iss: Type.String({ minLength: 1, maxLength: 64 }),
  num: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  /** Ed25519 public keys, base64url, newest last. Their `kid`s are their thumbprints. */
  keys: Type.Array(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }), {
    minItems: 1,
    maxItems: STATEMENT_KEYS,
    uniqueItems: true,
  }),
  iat: Type.Integer({ minimum: 0 }),
})

/** A key under its thumbprint, so that no name can ever stand for another key. */
export const signingKey = (publicKey: Uint8Array): SigningKey => ({
  kid: thumbprint('Ed25519', publicKey),
  publicKey,
})

/** The key that the authority signs with for a machine that acknowledged `ring`. */
export function newestKey({ keys }: KeyRing): SigningKey {
  const key = keys.at(-1)
  if (!key) throw new TypeError('a ring holds at least one key')
  return key
}

/** The next ring: `added` becomes the newest key, those named in `retired` go. */
export function rotate(ring: KeyRing, added: SigningKey, retired: readonly string[] = []): KeyRing {
  const kept = ring.keys.filter(({ kid }) => kid !== added.kid && !retired.includes(kid))
  return nextRing(ring, [...kept, added])
}

/** The next ring, without the keys named in `retired`. At least one is left. */
export const retire = (ring: KeyRing, retired: readonly string[]): KeyRing =>
  nextRing(
    ring,
    ring.keys.filter(({ kid }) => !retired.includes(kid)),
  )

function nextRing({ number }: KeyRing, keys: readonly SigningKey[]): KeyRing {
  if (keys.length < 1 || keys.length > STATEMENT_KEYS) {
    throw new RangeError(`a ring holds 1 to ${STATEMENT_KEYS} keys`)
  }
  return { number: number + 1, keys }
}

export interface StatementOptions {
  issuer: string
  /** Milliseconds since the Unix epoch; informative, a statement does not expire. */
  now: number
}

/** `signer` is a key of the ring that the machine acknowledged last, and of this one. */
export function issueStatement(ring: KeyRing, { issuer, now }: StatementOptions, signer: KeySigner): string {
  if (!ring.keys.some(({ kid }) => kid === signer.kid))
    throw new RangeError('a statement keeps its own signer')
  const claims: Static<typeof Claims> = {
    iss: issuer,
    num: ring.number,
    keys: ring.keys.map(({ publicKey }) => toBase64url(publicKey)),
    iat: Math.floor(now / SECOND_MS),
  }
  return signJws(STATEMENT_TYP, claims, signer)
}

/** `held` is what the machine holds now; the new ring is to be stored before it is acknowledged. */
export function acceptStatement(
  token: string,
  held: KeyRing,
  issuer: string,
  verify: Verifier = strictVerifier,
): Result<StatementOutcome> {
  const verified = verifyJws(token, STATEMENT_TYP, held.keys, verify)
  if (!verified.ok) return verified
  const { kid, payload: claims } = verified.value
  if (!Value.Check(Claims, claims))
    return refuse('token_malformed', 'the claims are not those of a key statement')
  if (claims.iss !== issuer) return refuse('wrong_issuer', 'the statement is of another authority')
  const keys = claims.keys.flatMap((text) => {
    const publicKey = fromBase64url(text)
    return publicKey?.length === 32 ? [signingKey(publicKey)] : []
  })
  if (keys.length !== claims.keys.length)
    return refuse('token_malformed', 'a key is not 32 bytes in base64url')
  if (!keys.some((key) => key.kid === kid))
    return refuse('token_malformed', 'the statement retires its own signer')
  const ring = { number: claims.num, keys }
  if (ring.number > held.number) return ok({ kind: 'adopted', ring })
  if (ring.number === held.number && sameKeys(ring, held)) return ok({ kind: 'known' })
  return refuse('statement_stale', `statement ${held.number} holds here already`, { number: held.number })
}

const sameKeys = (one: KeyRing, other: KeyRing): boolean =>
  one.keys.map(({ kid }) => kid).join() === other.keys.map(({ kid }) => kid).join()
