import type { AskRead, JsonRpcId } from '../acp/change.ts'
import { errorLine, INVALID_PARAMS, resultLine } from '../acp/message.ts'
import { askReply } from '../acp/reply.ts'
import type { Work } from '../db/transact.ts'
import type { RunRow } from '../runs/store.ts'
import type { Core } from '../sessions/core.ts'

type Question = Extract<AskRead, { kind: 'question' }>

/** A person switched questions off: what an agent asks all the same is declined at once, and the log says so. */
export function declineUnasked(core: Core, work: Work, run: RunRow, id: JsonRpcId, read: Question): void {
  const body = { kind: 'question', question: read.question, context: read.context } as const
  const reply = askReply(read.reply, body, { action: 'decline' })
  const line = reply.ok ? resultLine(id, reply.result) : errorLine(id, INVALID_PARAMS, reply.message)
  core.runs.addLine(run.id, line)
  work.send(run.id)
  const message = 'a question of the agent was declined: the settings of this machine switch questions off'
  core.log.append(work, run.session, { type: 'error', code: 'question_declined', message })
}
