import type { Work } from '../db/transact.ts'
import type { RunRow } from '../runs/store.ts'
import type { Core } from '../sessions/core.ts'
import { endRun } from '../sessions/end-run.ts'
import type { SessionRow } from '../sessions/session-row.ts'

/**
 * What the agent's processes hold is out of date: each makes room for a new one on the same conversation as soon as it
 * is idle (`sessions/deadlines.ts`), which the row remembers for whoever is the daemon then.
 */
export function renewRuns(core: Core, work: Work, agent: string, why: 'credential' | 'sign_in'): void {
  for (const { run, session } of liveRuns(core, agent)) {
    if (session.ending !== null) continue
    core.runs.setRenew(run.id, why)
    work.touch(session.id)
  }
}

/** A person signed the agent out: its sessions end, whatever they are doing. */
export function endSignedOut(core: Core, work: Work, agent: string): void {
  const why = 'the agent was signed out on this machine'
  for (const { session } of liveRuns(core, agent)) {
    // One that is making room would begin again.
    if (session.ending === 'config_changed') core.sessions.setEnding(session.id, 'agent_signed_out', why)
    else endRun(core, work, session, 'agent_signed_out', why)
  }
}

function liveRuns(core: Core, agent: string): { run: RunRow; session: SessionRow }[] {
  return core.runs.live().flatMap((run) => {
    const session = core.sessions.get(run.session)
    const current = session?.agent === agent && session.run === run.id
    return current ? [{ run, session }] : []
  })
}
