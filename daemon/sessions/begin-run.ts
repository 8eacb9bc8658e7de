import { newRunId } from '../../shared/ids.ts'
import { requestLine } from '../acp/message.ts'
import { formatOwnId } from '../acp/own-ids.ts'
import { initializeParams } from '../acp/requests.ts'
import { vendorOf } from '../acp/vendor.ts'
import type { Work } from '../db/transact.ts'
import { isClearing } from './clearing.ts'
import { isEmptyConversation } from './conversation.ts'
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
    opening: isClearing(core, session.id) || isEmptyConversation(core, session.id) ? 'new' : 'open',
    now: work.now,
  })
  core.runs.addLine(
    run,
    requestLine(
      formatOwnId({ kind: 'initialize' }),
      'initialize',
      initializeParams(core.version, core.settings().askQuestions, vendorOf(session.agent).declares),
    ),
  )
  core.sessions.beginRun(session.id, run)
  work.touch(session.id)
  work.after(() => core.act.launch(run))
  return run
}
