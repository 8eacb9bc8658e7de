/** Waiting with a deadline, for what has an event and for what has none. */
import { realAgentLimits } from './limits.ts'
import { ScenarioFailed } from './scenario.ts'

/** What `look` gives when it is not there yet. */
export type NotYet = null | undefined | false

/** Looks again and again. Throws {@link ScenarioFailed} naming `what` once `ms` have passed. */
export async function waitUntil<T>(what: string, ms: number, look: () => T | NotYet): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    const seen = look()
    if (isThere(seen)) return seen
    if (performance.now() >= end) throw new ScenarioFailed(what)
    await Bun.sleep(realAgentLimits.lookMs)
  }
}

/** What `promise` gives, or {@link ScenarioFailed} naming `what` once `ms` have passed. */
export async function within<T>(what: string, ms: number, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new ScenarioFailed(what)), ms)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

export const isThere = <T>(seen: T | NotYet): seen is T =>
  seen !== null && seen !== undefined && seen !== false
