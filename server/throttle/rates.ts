import { type Result, refuse } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import type { AuthorityLimits } from '../limits.ts'

/** What a signed-in user does so often a minute and no oftener. */
export type RateKind =
  | 'devices'
  | 'machines'
  | 'tokens'
  | 'fresh'
  | 'password'
  | 'email'
  | 'keys'
  | 'sign_ins'
  | 'grants'
  | 'people'
  | 'admin'
  /** Counted by address: nobody is signed in. */
  | 'provision'
  | 'machine_keys'
  | 'ways_in'

export type Rates = (kind: RateKind, user: string) => Result<null>

/** Counts begin again with every window; there are at most as many as users wrote in one. */
export function createRates(
  clock: Clock,
  limits: Pick<AuthorityLimits, 'writesAMinute' | 'rateWindowMs' | 'rateRetryMs'>,
): Rates {
  let window = 0
  let counts = new Map<string, number>()
  return (kind, user) => {
    const current = Math.floor(clock.now() / limits.rateWindowMs)
    if (current !== window) {
      window = current
      counts = new Map()
    }
    const key = `${kind}|${user}`
    const count = (counts.get(key) ?? 0) + 1
    if (count > limits.writesAMinute) {
      return refuse('throttled', 'too many at once: slow down', { retryAfterMs: limits.rateRetryMs })
    }
    counts.set(key, count)
    return { ok: true, value: null }
  }
}
