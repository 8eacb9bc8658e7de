import type { AuthorityLimits } from '../limits.ts'
import { letterKey } from '../throttle/keys.ts'
import type { Throttle } from '../throttle/throttle.ts'

/**
 * Whether one more letter may go to this address, which is counted then. Whoever has it did not ask for what somebody
 * else types, and each kind counts by itself: asking for one keeps nobody from another.
 */
export type LetterBound = (kind: 'confirm' | 'reset' | 'verify', email: string) => boolean

export function createLetterBound(
  throttle: Throttle,
  limits: Pick<AuthorityLimits, 'lettersAnAddress' | 'letterWindowMs'>,
): LetterBound {
  const { lettersAnAddress: failures, letterWindowMs: windowMs } = limits
  const rule = { failures, windowMs, leastMs: windowMs, mostMs: windowMs }
  return (kind, email) => {
    const key = letterKey(kind, email)
    // What is refused is not counted: else asking again and again would keep an address without letters for good.
    if (throttle.blockedMs(key) !== null) return false
    throttle.failed(key, rule)
    return true
  }
}
