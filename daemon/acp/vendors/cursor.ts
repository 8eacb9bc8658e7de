/**
 * Cursor CLI, from its documentation and from reports of what it sends; never tried here. Questions, plans and to-dos
 * are requests of its own that name no session. It takes an error for something else than no (an errored plan is
 * written to a file and counts as made), so that it is refused in its own words.
 */
import type { FieldChoice, FormField, QuestionBody } from '../../../shared/wire/ask.ts'
import type { PlanEntry } from '../../../shared/wire/event.ts'
import type { AskRead, Change, RequestRead } from '../change.ts'
import type { FormAnswer, QuestionReply } from '../elicitation.ts'
import { overBound, readForm } from '../form.ts'
import { at, fieldsOf, jsonText, listOf, wordsOf } from '../json.ts'
import { rawChange } from '../notification.ts'
import { permissionOf } from '../permission.ts'
import type { Vendor } from './vendor.ts'

export const cursor: Vendor = {
  id: 'cursor',
  /** Each of its models brings controls of its own (effort, reasoning, none), and only the agent can say which. */
  modelScopesControls: true,
  // Else every effort of every model is a model of its own.
  declares: { _meta: { parameterizedModelPicker: true } },
  request(method, params) {
    switch (method) {
      case 'cursor/ask_question':
        return questions(params)
      case 'cursor/create_plan':
        return plan(params)
      case 'cursor/update_todos':
        return { kind: 'told', changes: todos(params), result: outcome('accepted') }
      case 'cursor/task':
        return { kind: 'told', changes: rawChange(method, params), result: outcome('completed') }
      case 'cursor/generate_image':
        return { kind: 'told', changes: rawChange(method, params), result: outcome('accepted') }
      default:
        return null
    }
  },
  notification: (method, params) => (method === 'cursor/update_todos' ? todos(params) : null),
}

const outcome = (word: string, rest: object = {}) => ({ outcome: { outcome: word, ...rest } })

/** `{toolCallId, title?, questions: [{id, prompt, options: [{id, label}], allowMultiple?}]}` */
function questions(params: unknown): AskRead {
  const asked = listOf(at(params, 'questions'))
  const fields = asked.flatMap(fieldOf)
  const names = new Set(fields.map((field) => field.name))
  if (asked.length === 0 || names.size !== asked.length) {
    return skipped('every question needs an id of its own, its words and options')
  }
  const question: QuestionBody = { message: wordsOf(at(params, 'title')) ?? '', fields }
  const bound = overBound(question)
  return bound === null ? { kind: 'question', reply: 'cursor_questions', question } : skipped(bound)
}

const skipped = (message: string): AskRead => ({
  kind: 'refused',
  message,
  result: outcome('skipped', { reason: message }),
})

/** It reads ids of options and nothing else: there is no field for another answer. */
function fieldOf(value: unknown): FormField[] {
  const name = wordsOf(at(value, 'id'))
  const label = wordsOf(at(value, 'prompt'))
  const choices = listOf(at(value, 'options')).flatMap(choiceOf)
  if (name === undefined || label === undefined || choices.length === 0) return []
  const kind = at(value, 'allowMultiple') === true ? 'choices' : 'choice'
  return [{ name, kind, label, required: false, choices }]
}

function choiceOf(option: unknown): FieldChoice[] {
  const value = wordsOf(at(option, 'id'))
  return value === undefined ? [] : [{ value, label: wordsOf(at(option, 'label')) ?? value }]
}

export function cursorAnswers(body: QuestionBody, answer: FormAnswer): QuestionReply {
  if (answer.action === 'cancel') return { ok: true, result: outcome('cancelled'), answers: [] }
  if (answer.action === 'decline') {
    return { ok: true, result: outcome('skipped', { reason: 'Nobody wanted to answer.' }), answers: [] }
  }
  const read = readForm(body, answer.values ?? {})
  if (!read.ok) return read
  const answers = [...read.values].map(([questionId, value]) => ({
    questionId,
    selectedOptionIds: Array.isArray(value) ? value : [value],
  }))
  return { ok: true, result: outcome('answered', { answers }), answers: read.answers }
}

/** `{toolCallId, name?, overview?, plan, todos, phases?}` */
function plan(params: unknown): RequestRead {
  const { toolCallId, name, overview, plan: words, ...rest } = fieldsOf(params)
  const content = [overview, words].filter((text) => wordsOf(text) !== undefined)
  const read = permissionOf(
    cursor,
    {
      toolCallId,
      title: wordsOf(name) ?? 'Approve plan',
      kind: 'switch_mode',
      content: content.length === 0 ? [jsonText(params)] : content,
      rawInput: rest,
    },
    [
      { optionId: 'accepted', name: 'Accept plan', kind: 'allow_once' },
      { optionId: 'rejected', name: 'Reject plan', kind: 'reject_once' },
    ],
    'cursor_plan',
  )
  return read.kind === 'refused' ? { ...read, result: outcome('rejected', { reason: read.message }) } : read
}

export const cursorPlanReply = (answer: { option: string } | 'cancelled') =>
  outcome(answer === 'cancelled' ? 'cancelled' : answer.option)

/** `{todos: [{id, content, status}], merge?}`. A cancelled one is off the list. */
function todos(params: unknown): Change[] {
  const given = at(params, 'todos')
  if (!Array.isArray(given)) return rawChange('cursor/update_todos', params)
  return [{ kind: 'todos', entries: given.flatMap(todoOf), merge: at(params, 'merge') === true }]
}

function todoOf(value: unknown): PlanEntry[] {
  const content = wordsOf(at(value, 'content'))
  if (content === undefined) return []
  const entry: PlanEntry = { content }
  const id = wordsOf(at(value, 'id'))
  if (id !== undefined) entry.id = id
  const status = wordsOf(at(value, 'status'))
  if (status !== undefined) entry.status = status
  return [entry]
}
