import type { Work } from '../db/transact.ts'
import type { Core } from './core.ts'
import { endRun } from './end-run.ts'
import { withdraw } from './prompt.ts'
import type { SessionRow } from './session-row.ts'

/** Ends the session's agent and everything it started. What waited is withdrawn, and the log says so. */
export function stopSession(core: Core, work: Work, session: SessionRow): void {
  for (const prompt of core.turns.waiting(session.id)) {
    if (prompt.state === 'queued') withdraw(core, work, session.id, prompt.seq, 'stopped')
  }
  endRun(core, work, session, 'stopped')
}
