import { type Result, refuse } from '../../shared/errors.ts'
import { DAY_MS } from '../../shared/time.ts'
import type { AuthorityLimits } from '../limits.ts'
import { addressKey, freshKey, loginKey, nameKey } from '../throttle/keys.ts'
import type { Throttle, ThrottleRule } from '../throttle/throttle.ts'

/** A try that was counted as a failure when it began, because tries at once have to count each other. */
export interface Try {
  /** The password was right: what counted against this name from this address is forgotten. */
  succeeded(): void
  /** Nobody looked at the password. */
  notLookedAt(): void
}

export interface Throttling {
  /** `known`: from a device of the account, which no amount of guessing elsewhere keeps out. */
  login(name: string, address: string, known: boolean): Result<Try>
  fresh(user: string): Result<Try>
  /** Somebody at this address proved in another way that these names are theirs: nothing is held against them there. */
  forget(names: readonly string[], address: string): void
}

export function createThrottling(throttle: Throttle, limits: AuthorityLimits): Throttling {
  const often: Omit<ThrottleRule, 'failures'> = {
    windowMs: limits.loginWindowMs,
    leastMs: limits.blockLeastMs,
    mostMs: limits.blockMostMs,
  }
  const byName: ThrottleRule = { ...often, failures: limits.loginFailures }
  const byAddress: ThrottleRule = { ...often, failures: limits.addressFailures }
  const byDay = { failures: limits.nameFailuresADay, windowMs: DAY_MS, leastMs: DAY_MS, mostMs: DAY_MS }

  /** The first count is this caller's own and forgotten by a success; from the others only this try is taken back. */
  const begin = (own: Counted, others: readonly Counted[]): Result<Try> => {
    const all = [own, ...others]
    const waits = all.map(({ key, binds }) => (binds ? (throttle.blockedMs(key) ?? 0) : 0))
    const longest = Math.max(...waits)
    if (longest > 0) {
      return refuse('throttled', 'too many failed tries: wait before the next', { retryAfterMs: longest })
    }
    for (const { key, rule } of all) throttle.failed(key, rule)
    const takeBack = (counted: readonly Counted[]): void => {
      for (const { key, rule } of counted) throttle.forgive(key, rule)
    }
    return {
      ok: true,
      value: {
        succeeded() {
          throttle.clear(own.key)
          takeBack(others)
        },
        notLookedAt: () => takeBack(all),
      },
    }
  }

  return {
    login: (name, address, known) =>
      begin({ key: loginKey(name, address), rule: byName, binds: true }, [
        { key: addressKey(address), rule: byAddress, binds: true },
        { key: nameKey(name), rule: byDay, binds: !known },
      ]),
    fresh: (user) => begin({ key: freshKey(user), rule: byName, binds: true }, []),
    forget(names, address) {
      for (const name of names) {
        throttle.clear(nameKey(name))
        throttle.clear(loginKey(name, address))
      }
    },
  }
}

interface Counted {
  key: string
  rule: ThrottleRule
  /** Whether it may refuse this try. It counts it in any case. */
  binds: boolean
}
