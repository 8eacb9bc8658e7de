/**
 * Judging a capability, offline, in this order: signature, iss, aud, life and time, cnf. Each refusal has its own code.
 * What needs the circuit comes after, and is not here: that `cnf.jkt` is the handshake's key, that the relay was shown
 * the same token, the machine lock.
 */
import { ok, type Result, refuse } from '../errors.ts'
import { CAPABILITY_LIFE_MS, TOKEN_LEEWAY_MS, TOKEN_SKEW_MS } from '../limits.ts'
import { SECOND_MS } from '../time.ts'
import { Value } from '../typebox.ts'
import { fromBase64url } from './base64url.ts'
import { CAPABILITY_TYP, type Capability, CapabilityClaims, Confirmation } from './claims.ts'
import { strictVerifier, type Verifier } from './ed25519.ts'
import { type JsonObject, type SigningKey, verifyJws } from './jws.ts'

export interface CapabilityExpectation {
  /** Milliseconds since the Unix epoch. */
  now: number
  /** The issuer pinned at enrollment. */
  issuer: string
  /** The machine's own id. */
  audience: string
}

/** `verify` defaults to the one in plain JavaScript; Bun parts give `nodeVerifier`. */
export function verifyCapability(
  token: string,
  keys: readonly SigningKey[],
  expected: CapabilityExpectation,
  verify: Verifier = strictVerifier,
): Result<Capability> {
  const verified = verifyJws(token, CAPABILITY_TYP, keys, verify)
  return verified.ok ? checkCapability(verified.value.payload, expected) : verified
}

/** The claims alone. On a payload that nobody verified it can only refuse early, never admit. */
export function checkCapability(payload: JsonObject, expected: CapabilityExpectation): Result<Capability> {
  if (!Value.Check(CapabilityClaims, payload)) {
    return refuse('token_malformed', 'the claims are not those of a capability')
  }
  const { iss, aud, sub, dev, sid, scp, iat, nbf, exp, fsh } = payload
  if (iss !== expected.issuer) return refuse('wrong_issuer', 'the token is of another authority')
  if (aud !== expected.audience) return refuse('wrong_audience', 'the token is for another machine')
  if (exp <= iat || (exp - iat) * SECOND_MS > CAPABILITY_LIFE_MS) {
    return refuse('token_lifetime', `a capability lives at most ${CAPABILITY_LIFE_MS / SECOND_MS} s`)
  }
  const untimely = checkTime({ from: Math.max(iat, nbf), exp }, expected.now)
  if (untimely) return untimely
  const cnf = checkConfirmation(payload)
  if (!cnf.ok) return cnf
  return ok({ iss, aud, sub, dev, sid, scp, iat, nbf, exp, ...(fsh ? { fsh } : {}), cnf: cnf.value })
}

function checkTime({ from, exp }: { from: number; exp: number }, now: number) {
  const late = now - exp * SECOND_MS
  if (late >= TOKEN_LEEWAY_MS) {
    return refuse('token_expired', untimely('the token has expired', late), skewOf(late, 1))
  }
  const early = from * SECOND_MS - now
  if (early > TOKEN_LEEWAY_MS) {
    return refuse('token_not_yet', untimely('the token is not valid yet', early), skewOf(early, -1))
  }
  return null
}

const seconds = (ms: number): number => Math.ceil(ms / SECOND_MS)

const untimely = (sentence: string, ms: number): string =>
  ms <= TOKEN_SKEW_MS ? `${sentence}, by ${seconds(ms)} s: do the two clocks agree?` : sentence

/** Positive: this clock is ahead of the authority's (or the token is just old). */
const skewOf = (ms: number, sign: 1 | -1) =>
  ms <= TOKEN_SKEW_MS ? { skewSeconds: sign * seconds(ms) } : undefined

function checkConfirmation(payload: JsonObject): Result<Capability['cnf']> {
  const { cnf } = payload
  if (cnf === undefined) return refuse('unbound_capability', 'the token is bound to no device key')
  if (!Value.Check(Confirmation, cnf) || fromBase64url(cnf.jkt)?.length !== 32) {
    return refuse('cnf_malformed', 'the token is not bound by a thumbprint')
  }
  return ok({ jkt: cnf.jkt })
}
