import type { ExitReason } from '../../shared/wire/exit-reason.ts'
import type { Work } from '../db/transact.ts'
import type { RunRow } from '../runs/store.ts'
import { beginRun } from './begin-run.ts'
import { clearRunEnded } from './clearing.ts'
import type { Core } from './core.ts'
import { isResting, restAfterCrash } from './rest.ts'
import type { SessionRow } from './session-row.ts'

export interface EndedRun {
  run: RunRow
  /** What its end was to be, or what it was where nobody had asked for it. */
  own: ExitReason
  /** What its session says of it. */
  reason: ExitReason
  detail: string | null
  /** It had a conversation, and its process ended by itself or wrote what nobody can read. */
  crashed: boolean
}

/** What follows a run that is over, its exit written down already: a new one, a rest, or nothing. */
export function followUp(core: Core, work: Work, session: SessionRow, ended: EndedRun): void {
  const clear = clearRunEnded(core, work, session, ended.own, ended.detail)
  if (ended.crashed) restAfterCrash(core, work, session, ended.run.id)
  const now = core.sessions.get(session.id)
  if (!now || now.run !== null) return
  // Where no new conversation could be had, the old one is opened again, once.
  const goesBack = clear === 'failed' && ended.reason === 'config_changed'
  if (ended.own === 'config_changed' || goesBack || isWaitedFor(core, work, session, ended)) {
    beginRun(core, work, now)
  }
}

/**
 * What was sent to an agent that was being shut down for idleness is a use of it; and one that crashed comes back by
 * itself for what waits, unless it rests: nobody is to find out hours later that a message was never delivered. What
 * wrote nonsense would write it again, and a person looks at that first.
 */
function isWaitedFor(core: Core, work: Work, session: SessionRow, ended: EndedRun): boolean {
  if (ended.own !== 'parked' && (!ended.crashed || ended.own === 'agent_broken')) return false
  return core.turns.waiting(session.id).length > 0 && !isResting(core, session.id, work.now)
}
