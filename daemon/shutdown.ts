import type { Clock } from '../shared/time.ts'
import { createBell, type Hub } from './events/hub.ts'
import { type DaemonLimits, keeperLimits } from './limits.ts'
import { isClearing } from './sessions/clearing.ts'
import type { Core } from './sessions/core.ts'
import { endRun } from './sessions/end-run.ts'
import type { SessionRow } from './sessions/session-row.ts'

/** Something is under way that a person would miss. */
const isBusy = (core: Core, session: SessionRow): boolean =>
  core.turns.open(session.id) !== null ||
  core.asks.anyOpen(session.id) ||
  core.turns.waiting(session.id).length > 0 ||
  core.lives.get(session.id).unpromptedSince !== null ||
  isClearing(core, session.id) ||
  core.tasks.anyLive(session.id)

/**
 * Ends the runs that nobody would miss (`keep`), or all of them, and answers how many stay with the keeper. The
 * sessions read `interrupted` and come back at the next start.
 */
export async function endRuns(
  deps: { core: Core; hub: Hub; clock: Clock; limits: DaemonLimits },
  mode: 'keep' | 'all',
): Promise<{ kept: number }> {
  const { core } = deps
  core.transact((work) => {
    for (const session of core.sessions.list()) {
      if (session.run !== null && (mode === 'all' || !isBusy(core, session))) {
        endRun(core, work, session, 'daemon_shutdown')
      }
    }
  })
  const ending = (): number => core.runs.live().filter((run) => run.phase === 'ending').length
  const bell = createBell(deps.clock.after)
  const unsubscribe = deps.hub.subscribe(null, bell.ring)
  const { stdinMs, termMs, killMs } = keeperLimits
  const deadline = deps.clock.now() + stdinMs + termMs + killMs + deps.limits.shutdownMs
  const never = new AbortController().signal
  while (ending() > 0 && deps.clock.now() < deadline) await bell.wait(deadline - deps.clock.now(), never)
  unsubscribe()
  return { kept: core.runs.live().length }
}
