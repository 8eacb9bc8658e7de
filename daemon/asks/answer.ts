import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { AnsweredBy, AskAnswer } from '../../shared/wire/ask.ts'
import { resultLine } from '../acp/message.ts'
import { type AskReplyAnswer, askReply } from '../acp/reply.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from '../sessions/core.ts'
import { deliverNext } from '../sessions/turns.ts'
import { askBody, type Settlement, settleAsk } from './close.ts'
import type { AskRow } from './store.ts'

/**
 * A person's answer: the event, the ask's end and the line for its agent are one change. The answer is bound to what
 * was drawn by `shown`, and only the first one counts.
 */
export function answerAsk(
  core: Core,
  work: Work,
  session: string,
  id: string,
  answer: AskAnswer,
  by: AnsweredBy,
): Result<{ ask: string; outcome: string }> {
  const ask = core.asks.get(session, id)
  if (!ask) return refuse('ask_not_found', `no ask ${id} in this session`)
  if (ask.settledAt !== null) {
    return refuse('already_settled', `it was settled before: ${ask.outcome}`, { outcome: ask.outcome })
  }
  if (answer.shown !== ask.shown) {
    return refuse('ask_changed', 'this is not the ask as it stands: look at it again')
  }
  const meant = meaningOf(ask, answer)
  if (!meant.ok) return meant
  const reply = askReply(ask.reply, askBody(ask), meant.value)
  if (!reply.ok)
    return refuse('invalid_request', reply.message, reply.field ? { field: reply.field } : undefined)
  core.runs.addLine(ask.run, resultLine(ask.requestId, reply.result))
  work.send(ask.run)
  if (refuses(ask, answer) && ask.turn !== null) core.turns.refused(session, ask.turn)
  const end = settlementOf(answer, reply.answers, by)
  settleAsk(core, work, ask, end)
  // The silence until now was the person's.
  core.turns.heard(session, work.now)
  deliverNext(core, work)
  return ok({ ask: id, outcome: end.outcome })
}

function meaningOf(ask: AskRow, answer: AskAnswer): Result<AskReplyAnswer | 'cancelled'> {
  if ('option' in answer) {
    if (ask.body.kind !== 'permission')
      return refuse('invalid_request', 'this ask is a form: answer with an action')
    const known = ask.body.permission.options.some((option) => option.id === answer.option)
    if (!known) return refuse('option_unknown', 'this ask offers no such option')
    return ok({ option: answer.option })
  }
  if (ask.body.kind === 'permission') {
    if (answer.action === 'accept')
      return refuse('invalid_request', 'this ask is a permission: name an option')
    return ok('cancelled')
  }
  return ok({ action: answer.action, ...(answer.values ? { values: answer.values } : {}) })
}

/** A person said no: an agent that ends its turn over it was refused, not stopped. */
function refuses(ask: AskRow, answer: AskAnswer): boolean {
  if (ask.body.kind !== 'permission') return false
  if (!('option' in answer)) return true
  const option = ask.body.permission.options.find((one) => one.id === answer.option)
  return option?.kind.startsWith('reject') ?? false
}

function settlementOf(
  answer: AskAnswer,
  answers: { label: string; value: string }[],
  by: AnsweredBy,
): Settlement {
  if ('option' in answer) return { outcome: 'selected', option: answer.option, by }
  if (answer.action === 'accept') return { outcome: 'accepted', answers, by }
  if (answer.action === 'decline') return { outcome: 'declined', answers: [], by }
  return { outcome: 'cancelled', by }
}
