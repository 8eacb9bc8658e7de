/** How many agents are alive at once. One more releases the one that was idle longest, because somebody asks for it. */
import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from './core.ts'
import { endRun } from './end-run.ts'
import { idleSince, whyNotPark } from './parking.ts'
import type { SessionRow } from './session-row.ts'

/** Sessions that have to go for one more agent, the longest idle first; `short`: how many more would have to. */
export function roomFor(core: Core, now: number): { park: SessionRow[]; short: number } {
  const live = core.runs.live().flatMap((run) => {
    const session = core.sessions.get(run.session)
    // One that is ending has left its place.
    return session?.run === run.id && session.ending === null ? [{ session, run }] : []
  })
  const tooMany = live.length + 1 - core.settings().maxLiveSessions
  if (tooMany <= 0) return { park: [], short: 0 }
  const idle = live
    .filter(({ session, run }) => whyNotPark(core, session, run) === null)
    .map(({ session, run }) => ({ session, since: idleSince(session, run) }))
    .filter(({ since }) => since + core.limits.parkFloorMs <= now)
    .sort((a, b) => a.since - b.since)
    .slice(0, tooMany)
  return { park: idle.map(({ session }) => session), short: tooMany - idle.length }
}

/** Releases them. A wake takes what there is and goes over: nobody is told that their conversation is unavailable. */
export function makeRoom(core: Core, work: Work): void {
  for (const session of roomFor(core, work.now).park) endRun(core, work, session, 'parked')
}

/** Whether one more session may be made: what is new can be refused. */
export function checkRoom(core: Core, now: number): Result<null> {
  if (roomFor(core, now).short === 0) return ok(null)
  const bound = core.settings().maxLiveSessions
  return refuse('too_many_sessions', `${bound} agents are here already and none of them is idle`, { bound })
}
