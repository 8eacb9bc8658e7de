/** A person's answer, in the form the agent that asked wants it back. */
import type { PermissionBody, QuestionBody } from '../../shared/wire/ask.ts'
import type { PermissionForm, QuestionForm, ReplyForm } from './change.ts'
import { elicitationReply, type FormAnswer, type QuestionReply } from './elicitation.ts'
import { permissionReply } from './permission.ts'
import { cursorAnswers, cursorPlanReply } from './vendors/cursor.ts'
import { grokAnswers, grokFormReply, grokPlanReply } from './vendors/grok.ts'
import { kimiReply } from './vendors/kimi.ts'
import { qwenReply } from './vendors/qwen.ts'

/** What was read from the request and stored with the ask. */
export type AskBody =
  | { kind: 'permission'; permission: PermissionBody }
  | { kind: 'question'; question: QuestionBody; context?: unknown }

export type AskReplyAnswer = { option: string } | FormAnswer

type PermissionOutcome = { option: string } | 'cancelled'

const permissionForms: Record<PermissionForm, (outcome: PermissionOutcome) => unknown> = {
  permission: permissionReply,
  grok_plan: grokPlanReply,
  cursor_plan: cursorPlanReply,
}

type ReplyToQuestion = (question: QuestionBody, answer: FormAnswer, context: unknown) => QuestionReply

const questionForms: Record<QuestionForm, ReplyToQuestion> = {
  elicitation: elicitationReply,
  qwen_questions: qwenReply,
  kimi_question: kimiReply,
  grok_questions: grokAnswers,
  grok_form: grokFormReply,
  cursor_questions: cursorAnswers,
}

/** `answer` 'cancelled': nobody answered, the turn was cancelled. `ok: false` names the field that is wrong. */
export function askReply(form: ReplyForm, ask: AskBody, answer: AskReplyAnswer | 'cancelled'): QuestionReply {
  if (ask.kind === 'permission') return replyToPermission(form, ask.permission, answer)
  const act: AskReplyAnswer = answer === 'cancelled' ? { action: 'cancel' } : answer
  if ('option' in act || !isQuestionForm(form)) {
    return { ok: false, message: 'A question is accepted, declined or cancelled.', field: 'action' }
  }
  return questionForms[form](ask.question, act, ask.context)
}

const isQuestionForm = (form: ReplyForm): form is QuestionForm => Object.hasOwn(questionForms, form)
const isPermissionForm = (form: ReplyForm): form is PermissionForm => Object.hasOwn(permissionForms, form)

function replyToPermission(
  form: ReplyForm,
  permission: PermissionBody,
  answer: AskReplyAnswer | 'cancelled',
): QuestionReply {
  const write = permissionForms[isPermissionForm(form) ? form : 'permission']
  if (answer === 'cancelled') return { ok: true, result: write(answer), answers: [] }
  const option = 'option' in answer ? answer.option : undefined
  const known = permission.options.find((one) => one.id === option)
  if (known === undefined) return { ok: false, message: 'This is not one of the options.', field: 'option' }
  return { ok: true, result: write({ option: known.id }), answers: [] }
}
