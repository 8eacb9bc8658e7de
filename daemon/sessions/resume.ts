import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Work } from '../db/transact.ts'
import { beginRun } from './begin-run.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'

/** Brings the session's agent back on the same conversation; one that never started is tried again. Joined, never doubled. */
export function resumeSession(core: Core, work: Work, session: SessionRow): Result<null> {
  if (session.ending !== null) return refuse('busy', 'this session is stopping')
  if (session.run === null) beginRun(core, work, session)
  return ok(null)
}
