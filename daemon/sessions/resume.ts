import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Work } from '../db/transact.ts'
import { refuseWhileClearing } from './clearing.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'
import { deliverNext } from './turns.ts'
import { wake } from './wake.ts'

/**
 * Brings the session's agent back on the same conversation; one that never started is tried again. Joined, never doubled.
 * One that rests is tried now: a person knows what the daemon does not.
 */
export function resumeSession(core: Core, work: Work, session: SessionRow): Result<null> {
  if (session.ending !== null) return refuse('busy', 'this session is stopping')
  const clearing = refuseWhileClearing(core, session)
  if (clearing) return clearing
  core.lives.endRest(session.id)
  work.touch(session.id)
  if (session.run === null) wake(core, work, session)
  else deliverNext(core, work)
  return ok(null)
}
