/**
 * Grok Build, from documentation and from reports of what 1.0 sends; never tried here. Its questions, plans and the
 * forms of its MCP servers are requests of its own, and it takes one back by saying that it is settled.
 */
import type { FormField, QuestionBody } from '../../../shared/wire/ask.ts'
import { isOwnAnswer, ownAnswer, questionFields } from '../asked-questions.ts'
import type { AskRead, RequestRead } from '../change.ts'
import { elicitationReply, type FormAnswer, type QuestionReply, readElicitation } from '../elicitation.ts'
import { overBound, readForm } from '../form.ts'
import { at, isFields, jsonText, listOf, textOf, wordsOf } from '../json.ts'
import { permissionOf } from '../permission.ts'
import type { Vendor } from './vendor.ts'

export const grok: Vendor = {
  id: 'grok',
  request(method, params) {
    switch (bare(method)) {
      case 'x.ai/ask_user_question':
        return questions(inside(params))
      case 'x.ai/exit_plan_mode':
        return plan(inside(params))
      case 'x.ai/mcp/elicit':
        return form(inside(params))
      default:
        return null
    }
  },
  settled(method, params) {
    if (bare(method) !== 'x.ai/session_notification') return null
    const update = at(inside(params), 'update')
    return at(update, 'sessionUpdate') === 'interaction_resolved'
      ? (wordsOf(at(update, 'tool_call_id')) ?? null)
      : null
  },
  notification(method, params) {
    if (bare(method) !== 'x.ai/session_notification') return null
    // It says ahead that it is going to ask: the ask itself is the news.
    return at(inside(params), 'update', 'sessionUpdate') === 'pending_interaction' ? [] : null
  },
}

/** The methods are written with and without the underscore, and their parameters bare or in `{method, params}`. */
const bare = (method: string): string => (method.startsWith('_') ? method.slice(1) : method)

const inside = (params: unknown): unknown =>
  textOf(at(params, 'method')) !== undefined && isFields(at(params, 'params')) ? at(params, 'params') : params

const refused = (message: string): AskRead => ({ kind: 'refused', message })

/** `{toolCallId, questions: [{question, options: [{label, description}], multiSelect}]}` */
function questions(params: unknown): AskRead {
  const asked = listOf(at(params, 'questions'))
  if (asked.length === 0) return refused('questions must be a list of at least one')
  const read = asked.map((one, index) => questionFields(one, String(index)))
  if (read.some((fields) => fields.length === 0)) return refused('every question needs its words')
  const question: QuestionBody = { message: '', fields: read.flat() }
  const bound = overBound(question)
  if (bound !== null) return refused(bound)
  return { kind: 'question', reply: 'grok_questions', question, context: callOf(params) }
}

/** What a notification names later that settles the ask. */
const callOf = (params: unknown): { toolCall: string | null } => ({
  toolCall: wordsOf(at(params, 'toolCallId')) ?? null,
})

/** Answers are found by the question's own words. Declined and cancelled are one word to it. */
export function grokAnswers(body: QuestionBody, answer: FormAnswer): QuestionReply {
  if (answer.action !== 'accept') return { ok: true, result: { outcome: 'cancelled' }, answers: [] }
  const read = readForm(body, answer.values ?? {})
  if (!read.ok) return read
  const given = body.fields.flatMap((field) => {
    const value = isOwnAnswer(field.name) ? undefined : answerTo(field, read.values)
    return value === undefined ? [] : [[field.label, value] as const]
  })
  return {
    ok: true,
    result: { outcome: 'accepted', answers: Object.fromEntries(given) },
    answers: read.answers,
  }
}

/** The person's own words instead of a choice, or as one more of several. */
function answerTo(field: FormField, values: ReadonlyMap<string, unknown>): string | string[] | undefined {
  const chosen = values.get(field.name)
  const own = textOf(values.get(ownAnswer(field.name)))
  if (field.kind !== 'choices') return own ?? textOf(chosen)
  const all = [...listOf(chosen), own].filter((one) => typeof one === 'string')
  return all.length === 0 ? undefined : all
}

/** `{toolCallId, planContent}`: it stays in its plan mode unless the plan is approved or abandoned. */
function plan(params: unknown): RequestRead {
  return permissionOf(
    grok,
    {
      toolCallId: at(params, 'toolCallId'),
      title: 'Approve plan',
      kind: 'switch_mode',
      content: [textOf(at(params, 'planContent')) ?? jsonText(params)],
    },
    [
      { optionId: 'approved', name: 'Approve plan', kind: 'allow_once' },
      { optionId: 'abandoned', name: 'Abandon plan', kind: 'reject_once' },
    ],
    'grok_plan',
  )
}

/** Cancelled, it goes on planning. */
export const grokPlanReply = (outcome: { option: string } | 'cancelled') => ({
  outcome: outcome === 'cancelled' ? 'cancelled' : outcome.option,
})

/** `{toolCallId, serverName, message, mode: 'form', requestedSchema}`: an elicitation of one of its MCP servers. */
function form(params: unknown): AskRead {
  const read = readElicitation(params)
  if (read.kind !== 'question') return read
  const server = wordsOf(at(params, 'serverName'))
  const message = [server, read.question.message].filter((words) => words).join(': ')
  const question = { ...read.question, message }
  const bound = overBound(question)
  if (bound !== null) return refused(bound)
  return { kind: 'question', reply: 'grok_form', question, context: callOf(params) }
}

/** An elicitation's answer with another name for `action`. */
export function grokFormReply(body: QuestionBody, answer: FormAnswer): QuestionReply {
  const reply = elicitationReply(body, answer)
  if (!reply.ok) return reply
  const content = at(reply.result, 'content')
  const result = { outcome: answer.action, ...(content === undefined ? {} : { content }) }
  return { ...reply, result }
}
