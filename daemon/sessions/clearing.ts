/** How a clear that is under way ends; see `clear.ts`. */
import { type Result, refuse } from '../../shared/errors.ts'
import type { ExitReason } from '../../shared/wire/exit-reason.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'
import { returnsAtBoot } from './status.ts'

export const isClearing = (core: Core, session: string): boolean => core.lives.get(session).clearing !== null

/** Nothing else is asked of the agent meanwhile. Without an agent there is nothing to disturb: what comes finishes it. */
export function refuseWhileClearing(core: Core, session: SessionRow): Result<never> | null {
  if (session.run === null || !isClearing(core, session.id)) return null
  return refuse('busy', 'the conversation is being cleared')
}

/** The new conversation is there, and nothing of the old one is. */
export function cleared(core: Core, work: Work, session: SessionRow): void {
  core.lives.setClearing(session.id, null)
  core.sessions.setContext(session.id, null)
  core.tasks.clear(session.id)
  core.log.append(work, session.id, { type: 'context_cleared' })
}

/**
 * A run ended during a clear, for this reason of its own. What we ended is followed by a run that finishes the clear;
 * anything else means that there will be no new conversation, and the old one is what the session has.
 */
export function clearRunEnded(
  core: Core,
  work: Work,
  session: SessionRow,
  own: ExitReason,
  detail: string | null,
): 'none' | 'goes_on' | 'failed' {
  if (!isClearing(core, session.id)) return 'none'
  if (returnsAtBoot(own)) return 'goes_on'
  core.lives.setClearing(session.id, null)
  const why = own === 'stopped' ? 'it was stopped' : (detail ?? 'its agent did not open a new one')
  const message = `the conversation was not cleared: ${why}`
  core.log.append(work, session.id, { type: 'error', code: 'clear_failed', message })
  return 'failed'
}
