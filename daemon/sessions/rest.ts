/**
 * A session at rest: nothing starts its agent by itself, and what is sent meanwhile waits. The rest ends by itself, or
 * when a person says so.
 */
import type { Work } from '../db/transact.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'
import { returnsAtBoot } from './status.ts'
import { replayTrails } from './trailing-replay.ts'

export function isResting(core: Core, session: string, now: number): boolean {
  const { restUntil } = core.lives.get(session)
  return restUntil !== null && restUntil > now
}

/** What waits goes on waiting: the session rests, or its agent is to end its replay or what it did by itself first. */
export const isHeld = (core: Core, session: string, now: number): boolean =>
  isResting(core, session, now) ||
  core.lives.get(session).unpromptedCancel !== null ||
  replayTrails(core, session)

/** The session's agent ended though nobody asked for it. One that does so again and again is left alone for a while. */
export function restAfterCrash(core: Core, work: Work, session: SessionRow, run: string): void {
  const { crashSpawns, crashWindowMs, restMs } = core.limits
  core.lives.crashed(run)
  const crashes = core.lives.crashesSince(session.id, work.now - crashWindowMs)
  if (crashes < crashSpawns) return
  const seconds = Math.round(crashWindowMs / 1000)
  const why = `its agent ended by itself ${crashes} times within ${seconds} s`
  core.lives.rest(session.id, work.now + restMs, why)
}

/** A turn failed: where the agent said until when its provider takes nothing, the session waits for that. */
export function restForLimit(core: Core, work: Work, session: SessionRow): void {
  const { limitUntil } = core.lives.get(session.id)
  if (limitUntil === null || limitUntil <= work.now) return
  const until = Math.min(limitUntil, work.now + core.limits.limitRestMs)
  core.lives.rest(session.id, until, 'the provider of its model takes nothing more until then')
  work.touch(session.id)
}

/** Whether somebody waits for its agent, or the daemon owes it one, now that it does not rest any more. */
export function isWanted(core: Core, session: SessionRow): boolean {
  if (session.run !== null) return false
  if (core.turns.waiting(session.id).length > 0) return true
  const { forgotten } = core.lives.get(session.id)
  return returnsAtBoot(session.exitReason) && !forgotten && core.settings().bringBack
}

/** When the rest is over by itself. */
export function restDeadline(core: Core, session: SessionRow): { kind: 'rest'; at: number } | null {
  const { restUntil } = core.lives.get(session.id)
  return restUntil === null ? null : { kind: 'rest', at: restUntil }
}
