import { isAuthError } from '../acp/auth.ts'
import type { Outcome } from '../acp/message.ts'
import type { Work } from '../db/transact.ts'
import type { RunRow } from '../runs/store.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'

/**
 * An agent that says in a turn that nobody is signed in may hold a key that was renewed outside of it: its run is
 * replaced, once. If the next one says the same before a turn of it went well, only a person can help.
 */
export function replaceSignedOut(
  core: Core,
  work: Work,
  session: SessionRow,
  run: RunRow,
  outcome: Outcome,
): void {
  if (outcome.ok || !isAuthError(outcome.error)) return
  const again = core.runs.followsRefused(session.id, run.id) && !core.turns.anyWentWell(run.id)
  if (!again) core.runs.setRenew(run.id, 'refused')
  const message = again
    ? 'the agent was started again and still is not signed in'
    : 'the agent says that it is not signed in; it is started again, with what is stored now'
  core.log.append(work, session.id, { type: 'error', code: 'agent_signed_out', message })
  work.touch(session.id)
}
