import type { AnsweredBy } from '../../shared/wire/ask.ts'
import { errorLine, INTERNAL_ERROR, resultLine } from '../acp/message.ts'
import { type AskBody, askReply } from '../acp/reply.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from '../sessions/core.ts'
import type { AskRow } from './store.ts'

/** How an ask ended: with a person's answer, or without one and why. */
export type Settlement =
  | { outcome: 'selected'; option: string; by: AnsweredBy }
  | {
      outcome: 'accepted' | 'declined'
      answers: { label: string; value: string }[]
      by: AnsweredBy
    }
  /** A person cancelled it, or the turn it belongs to. */
  | { outcome: 'cancelled'; by: AnsweredBy }
  /** Nobody answered within the time that a person had set for it. */
  | { outcome: 'timeout'; why: string }
  /** The agent took it back, or is gone. Nobody is there to be answered. */
  | { outcome: 'withdrawn' | 'agent_gone' }

/** Writes an ask's end: its row, its event and its record, which outlives the session. */
export function settleAsk(core: Core, work: Work, ask: AskRow, end: Settlement): void {
  core.asks.settle(ask.session, ask.id, end.outcome, work.now)
  const by = 'by' in end ? { by: end.by } : {}
  if (ask.body.kind === 'permission') {
    const outcome =
      end.outcome === 'accepted' ? 'selected' : end.outcome === 'declined' ? 'cancelled' : end.outcome
    const option = end.outcome === 'selected' ? { option: end.option } : {}
    core.log.append(
      work,
      ask.session,
      { type: 'permission_resolved', ask: ask.id, outcome, ...option, ...by },
      ask.turn,
    )
  } else {
    const outcome = end.outcome === 'selected' ? 'accepted' : end.outcome
    const answers = 'answers' in end ? { answers: end.answers } : {}
    core.log.append(
      work,
      ask.session,
      { type: 'elicitation_resolved', ask: ask.id, outcome, ...answers, ...by },
      ask.turn,
    )
  }
  core.records.append({
    ask: ask.id,
    session: ask.session,
    shown: ask.shown,
    body: ask.body,
    outcome: end.outcome,
    openedAt: ask.openedAt,
    settledAt: work.now,
    ...(end.outcome === 'selected' ? { option: end.option } : {}),
    ...('answers' in end ? { answers: end.answers } : {}),
    ...('why' in end ? { why: end.why } : {}),
    ...by,
  })
}

/** Ends every open ask of a run. Where somebody cancelled, the agent is told so; one waits for that for ever. */
export function closeAsks(
  core: Core,
  work: Work,
  session: string,
  run: string,
  end: Extract<Settlement, { outcome: 'cancelled' | 'withdrawn' | 'agent_gone' }>,
): void {
  for (const ask of core.asks.open(session)) {
    if (ask.run !== run) continue
    if (end.outcome === 'cancelled') replyCancelled(core, work, ask)
    settleAsk(core, work, ask, end)
  }
}

/** Tells the agent that nobody chose. */
export function replyCancelled(core: Core, work: Work, ask: AskRow): void {
  const reply = askReply(ask.reply, askBody(ask), 'cancelled')
  const line = reply.ok
    ? resultLine(ask.requestId, reply.result)
    : errorLine(ask.requestId, INTERNAL_ERROR, reply.message)
  core.runs.addLine(ask.run, line)
  work.send(ask.run)
}

/** What the border needs of a stored ask to write its answer. */
export function askBody(ask: AskRow): AskBody {
  if (ask.body.kind === 'permission') return { kind: 'permission', permission: ask.body.permission }
  return { kind: 'question', question: ask.body.question, context: ask.replyContext ?? undefined }
}
