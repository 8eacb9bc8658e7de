import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Core } from './core.ts'

/**
 * How many sessions may be made in a burst, and one in a while after that. The bucket is its filling time: each create
 * moves the instant at which it is full by one step, and none may move it past a whole burst from now.
 */
export function checkBurst(core: Core, now: number): Result<{ fullAt: number }> {
  const { createBurst, createEveryMs } = core.limits
  const most = now + createBurst * createEveryMs
  // A clock that was set back does not keep anybody out for longer than a whole burst takes.
  const from = Math.min(Math.max(now, core.budget.fullAt()), most)
  const fullAt = from + createEveryMs
  if (fullAt <= most) return ok({ fullAt })
  return refuse('throttled', 'too many sessions were made in a short time: wait before the next', {
    retryAfterMs: fullAt - most,
  })
}
