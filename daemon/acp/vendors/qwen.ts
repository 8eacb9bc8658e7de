/**
 * Qwen Code, as seen at 0.24: questions come as permissions whose call's input holds them, and are answered beside
 * the outcome; token counts ride on empty chunks; changes of mode, model and title are notifications of its own.
 */

import { cleanLabel } from '../../../shared/untrusted.ts'
import type { QuestionBody } from '../../../shared/wire/ask.ts'
import { isOwnAnswer, ownAnswer, questionFields } from '../asked-questions.ts'
import type { AskRead, Change } from '../change.ts'
import type { FormAnswer, QuestionReply } from '../elicitation.ts'
import { overBound, readForm } from '../form.ts'
import { at, type Fields, isFields, listOf, numberOf, textOf } from '../json.ts'
import { optionOf, permissionReply } from '../permission.ts'
import type { Vendor } from './vendor.ts'

export const qwen: Vendor = { id: 'qwen', chunk: usageOfChunk, notification, question }

function usageOfChunk(text: string, update: Fields): Change[] | null {
  const usage = at(update, '_meta', 'usage')
  if (text !== '' || !isFields(usage)) return null
  const inputTokens = numberOf(usage.inputTokens) ?? numberOf(usage.promptTokens)
  const outputTokens = numberOf(usage.outputTokens) ?? numberOf(usage.completionTokens)
  if (inputTokens === undefined && outputTokens === undefined) return null
  const counts = {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  }
  return [{ kind: 'event', event: { type: 'usage', ...counts } }]
}

function notification(method: string, params: unknown): Change[] | null {
  switch (method) {
    case 'qwen/notify/session/mode-update':
      return controlChange('mode', at(params, 'currentModeId'))
    case 'qwen/notify/session/model-update':
      return controlChange('model', at(params, 'currentModelId'))
    case 'qwen/notify/session/title-update': {
      const title = cleanLabel(textOf(at(params, 'title')) ?? '')
      return title === '' ? null : [{ kind: 'title', title }]
    }
    default:
      return null
  }
}

const controlChange = (id: string, value: unknown): Change[] | null =>
  typeof value === 'string' ? [{ kind: 'control', id, value }] : null

/** What answering needs later: the options that mean "here are my answers" and "no". */
interface Doors {
  accept: string
  decline: string | null
}

function question(params: unknown): AskRead | null {
  const asked = at(params, 'toolCall', 'rawInput', 'questions')
  const doors = doorsOf(at(params, 'options'))
  if (!Array.isArray(asked) || asked.length === 0 || doors === null) return null
  const fields = asked.flatMap((one, index) => questionFields(one, String(index)))
  if (fields.length === 0) return null
  const body: QuestionBody = { message: textOf(at(params, 'toolCall', 'title')) ?? '', fields }
  const bound = overBound(body)
  if (bound !== null) return { kind: 'refused', message: bound }
  return { kind: 'question', reply: 'qwen_questions', question: body, context: doors }
}

function doorsOf(options: unknown): Doors | null {
  const read = listOf(options).flatMap(optionOf)
  const accept = read.find((option) => option.kind === 'allow_once')
  const decline = read.find((option) => option.kind.startsWith('reject'))
  return accept === undefined ? null : { accept: accept.id, decline: decline?.id ?? null }
}

/** `answers` by the question's place, as text, beside `outcome`; an answer in the person's own words goes first. */
export function qwenReply(body: QuestionBody, answer: FormAnswer, context: unknown): QuestionReply {
  const accept = textOf(at(context, 'accept'))
  const decline = textOf(at(context, 'decline'))
  if (answer.action !== 'accept' || accept === undefined) {
    const declined = answer.action === 'decline' && decline !== undefined
    return { ok: true, result: permissionReply(declined ? { option: decline } : 'cancelled'), answers: [] }
  }
  const read = readForm(body, answer.values ?? {})
  if (!read.ok) return read
  const answers: Record<string, string> = {}
  for (const { name } of body.fields) {
    if (isOwnAnswer(name)) continue
    const value = read.values.get(ownAnswer(name)) ?? read.values.get(name)
    if (value !== undefined) answers[name] = Array.isArray(value) ? value.join(', ') : String(value)
  }
  return { ok: true, result: { ...permissionReply({ option: accept }), answers }, answers: read.answers }
}
