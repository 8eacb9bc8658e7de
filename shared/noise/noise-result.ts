/**
 * What a Noise operation answers. `why` is for the own log only. Towards the peer every failure is the same: nothing
 * is sent, the state is dead (Noise rev 34, section 14: an error ends the session).
 */
export type NoiseResult<T> = { ok: true; value: T } | NoiseFailure

export interface NoiseFailure {
  ok: false
  why: NoiseFailureReason
}

/**
 * `rejected`: a tag, a length or a public key was wrong · `exhausted`: the nonce reached its limit · `closed`: an
 * earlier failure, or `close()`, ended this state.
 */
export type NoiseFailureReason = 'rejected' | 'exhausted' | 'closed'

export const opened = <T>(value: T): NoiseResult<T> => ({ ok: true, value })
export const failed = (why: NoiseFailureReason): NoiseFailure => ({ ok: false, why })
