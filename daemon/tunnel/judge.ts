/**
 * Whether a capability is good for this machine and this handshake. The order is fixed: signature, issuer, audience,
 * time, its binding, the device's key; then whether it is the one that the relay judged.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8 } from '../../shared/bytes.ts'
import { ok, type Result, refuse } from '../../shared/errors.ts'
import { equalInConstantTime } from '../../shared/noise/constant-time.ts'
import type { Clock } from '../../shared/time.ts'
import type { Capability } from '../../shared/token/claims.ts'
import { nodeVerifier } from '../../shared/token/node-verifier.ts'
import { thumbprint } from '../../shared/token/thumbprint.ts'
import { verifyCapability } from '../../shared/token/verify.ts'
import type { Enrollments } from '../enroll/enrollment.ts'

export interface JudgeDeps {
  enrollments: Pick<Enrollments, 'current' | 'ring'>
  clock: Clock
}

/** `deviceKey` is the handshake's; 32 bytes. */
export function judgeCapability(
  { enrollments, clock }: JudgeDeps,
  token: string,
  deviceKey: Uint8Array,
): Result<Capability> {
  const enrollment = enrollments.current()
  const ring = enrollments.ring()
  if (!enrollment || !ring) return refuse('not_enrolled', 'this machine is not enrolled')
  const expected = { now: clock.now(), issuer: enrollment.issuer, audience: enrollment.machine }
  const verified = verifyCapability(token, ring.keys, expected, nodeVerifier)
  if (!verified.ok) return verified
  if (verified.value.cnf.jkt !== thumbprint('X25519', deviceKey)) {
    return refuse('wrong_device', 'the token is bound to another device’s key')
  }
  return verified
}

/** `capHash`: SHA-256 of what the relay was shown, as the tunnel said it. */
export function checkShown(token: string, capHash: Uint8Array): Result<null> {
  return equalInConstantTime(sha256(utf8(token)), capHash)
    ? ok(null)
    : refuse('capability_swapped', 'the relay was shown another token')
}
