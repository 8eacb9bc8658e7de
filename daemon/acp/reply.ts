/** A person's answer, in the form the agent that asked wants it back. */
import type { PermissionBody, QuestionBody } from '../../shared/wire/ask.ts'
import type { ReplyForm } from './change.ts'
import { elicitationReply, type FormAnswer, type QuestionReply } from './elicitation.ts'
import { permissionReply } from './permission.ts'
import { qwenReply } from './vendors/qwen.ts'

/** What was read from the request and stored with the ask. */
export type AskBody =
  | { kind: 'permission'; permission: PermissionBody }
  | { kind: 'question'; question: QuestionBody; context?: unknown }

export type AskReplyAnswer = { option: string } | FormAnswer

/** `answer` 'cancelled': nobody answered, the turn was cancelled. `ok: false` names the field that is wrong. */
export function askReply(form: ReplyForm, ask: AskBody, answer: AskReplyAnswer | 'cancelled'): QuestionReply {
  if (ask.kind === 'permission') return replyToPermission(ask.permission, answer)
  const act: AskReplyAnswer = answer === 'cancelled' ? { action: 'cancel' } : answer
  if ('option' in act) {
    return { ok: false, message: 'A question is accepted, declined or cancelled.', field: 'action' }
  }
  return form === 'qwen_questions'
    ? qwenReply(ask.question, ask.context, act)
    : elicitationReply(ask.question, act)
}

function replyToPermission(permission: PermissionBody, answer: AskReplyAnswer | 'cancelled'): QuestionReply {
  if (answer === 'cancelled') return { ok: true, result: permissionReply(answer), answers: [] }
  const option = 'option' in answer ? answer.option : undefined
  const known = permission.options.find((one) => one.id === option)
  if (known === undefined) return { ok: false, message: 'This is not one of the options.', field: 'option' }
  return { ok: true, result: permissionReply({ option: known.id }), answers: [] }
}
