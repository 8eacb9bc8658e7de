/**
 * A new conversation in place of the one before. It is opened by a new run, because that is the one way in which an
 * agent keeps nothing: agents that clear by a command of their own go on under the old id, and a restart would bring
 * back what was cleared. That a clear is under way is a fact of the rows, so whoever reads them finishes it.
 */
import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from './core.ts'
import { endRun } from './end-run.ts'
import type { SessionRow } from './session-row.ts'
import { neverStarted } from './status.ts'
import { wake } from './wake.ts'

export function clearSession(core: Core, work: Work, session: SessionRow): Result<null> {
  if (neverStarted(session.exitReason)) {
    return refuse('start_failed', 'this session never started: resume it to try again')
  }
  const why = whyNotClear(core, session)
  if (why !== null) return refuse('busy', `the conversation cannot be cleared now: ${why}`)
  core.lives.setClearing(session.id, work.now)
  work.touch(session.id)
  const now = core.sessions.get(session.id)
  if (now?.run) endRun(core, work, now, 'config_changed')
  else if (now) wake(core, work, now)
  return ok(null)
}

function whyNotClear(core: Core, session: SessionRow): string | null {
  if (core.lives.get(session.id).clearing !== null) return 'it is being cleared already'
  if (session.ending !== null) return 'its agent is ending'
  if (session.run !== null && core.runs.get(session.run)?.phase !== 'open') return 'its agent is starting'
  if (core.turns.open(session.id)) return 'a turn is under way'
  if (core.asks.anyOpen(session.id)) return 'its agent waits for an answer'
  if (core.lives.get(session.id).unpromptedSince !== null) return 'its agent is at work'
  if (core.turns.waiting(session.id).length > 0) return 'a message waits for its agent'
  // It would end with the process.
  if (core.tasks.anyLive(session.id)) return 'a background task is at work'
  return null
}
