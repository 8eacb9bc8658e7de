import type { Work } from '../db/transact.ts'
import type { Core } from './core.ts'
import { endRun } from './end-run.ts'
import { withdraw } from './prompt.ts'
import type { SessionRow } from './session-row.ts'
import { returnsAtBoot } from './status.ts'

/** Ends the session's agent and everything it started. What waited is withdrawn, and the log says so. */
export function stopSession(core: Core, work: Work, session: SessionRow): void {
  for (const prompt of core.turns.waiting(session.id)) {
    if (prompt.state === 'queued') withdraw(core, work, session.id, prompt.seq, 'stopped')
  }
  // Without an agent there is none to end, and none is brought back for it either.
  if (session.run === null) {
    if (returnsAtBoot(session.exitReason)) core.lives.setForgotten(session.id, true)
    core.lives.endRest(session.id)
    work.touch(session.id)
  }
  endRun(core, work, session, 'stopped')
}
