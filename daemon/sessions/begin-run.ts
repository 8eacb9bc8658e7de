import { newRunId } from '../../shared/ids.ts'
import { requestLine } from '../acp/message.ts'
import { formatOwnId } from '../acp/own-ids.ts'
import { initializeParams } from '../acp/requests.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'

/**
 * A new life of the session's agent. The row and its first line are stored before anything is started, so that
 * whoever reads them next knows what to look for.
 */
export function beginRun(core: Core, work: Work, session: SessionRow): string {
  const run = newRunId(core.random)
  core.runs.insert({
    id: run,
    session: session.id,
    // Agents keep nothing of a conversation in which nothing was said: it cannot be opened again.
    opening: core.log.has(session.id, 'prompt_delivered') ? 'open' : 'new',
    now: work.now,
  })
  core.runs.addLine(
    run,
    requestLine(formatOwnId({ kind: 'initialize' }), 'initialize', initializeParams(core.version)),
  )
  core.sessions.beginRun(session.id, run)
  work.touch(session.id)
  work.after(() => core.act.launch(run))
  return run
}
