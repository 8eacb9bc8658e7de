/**
 * Kimi Code, as seen at 2.1. It asks questions by elicitation where that is declared, and otherwise as permissions
 * whose options are the choices, one question each. A resumed conversation is in the mode that it was left in (plan,
 * say), publishes `default`, and fails when it is to enter plan again.
 */
import type { QuestionBody } from '../../../shared/wire/ask.ts'
import type { ToolCallFields } from '../../../shared/wire/tool-call.ts'
import type { AskRead } from '../change.ts'
import { readContent, textsOf } from '../content.ts'
import type { FormAnswer, QuestionReply } from '../elicitation.ts'
import { overBound, readForm } from '../form.ts'
import { at, type Fields, listOf, textOf } from '../json.ts'
import { optionOf, permissionReply } from '../permission.ts'
import type { Vendor } from './vendor.ts'

export const kimi: Vendor = {
  id: 'kimi',
  refusesItsMode: true,
  isScaffold: (text) => text.trimStart().startsWith('<system-reminder>'),
  // It names a conversation after the first message.
  isUnused: (listed) => listed.title === null,
  toolCall,
  question,
}

/**
 * While a call's arguments stream, its content is the JSON text so far, whole in every update: kept once, when it is
 * complete, as the input it is.
 */
function toolCall(read: ToolCallFields, update: Fields): ToolCallFields | null {
  const args = streamedArguments(read)
  if (args === null) return read
  const { content: _, ...rest } = read
  if (read.rawInput !== undefined || update.title !== undefined) return rest
  return isJson(args) ? { ...rest, rawInput: args } : null
}

function streamedArguments(read: ToolCallFields): string | null {
  const [block, ...more] = read.content ?? []
  if (block?.type !== 'text' || more.length > 0 || typeof block.text !== 'string') return null
  const streaming = read.status === 'in_progress' || read.status === 'pending'
  return streaming && block.text.startsWith('{') ? block.text : null
}

function isJson(text: string): boolean {
  if (!text.endsWith('}')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false // the arguments are not all there yet
  }
}

/** The choices of a question, by their ids; the one option beside them passes it over. */
const CHOICE = /^q\d+_opt_\d+$/

function question(params: unknown): AskRead | null {
  const options = listOf(at(params, 'options')).flatMap(optionOf)
  const choices = options.filter((option) => CHOICE.test(option.id))
  if (choices.length === 0) return null
  const words = textsOf(readContent(at(params, 'toolCall', 'content'))).join('\n\n')
  const body: QuestionBody = {
    message: '',
    fields: [
      {
        name: ANSWER,
        kind: 'choice',
        label: words || (textOf(at(params, 'toolCall', 'title')) ?? ''),
        required: true,
        choices: choices.map(({ id, name }) => ({ value: id, label: name })),
      },
    ],
  }
  const bound = overBound(body)
  if (bound !== null) return { kind: 'refused', message: bound }
  const skip = options.find((option) => option.kind.startsWith('reject'))
  return { kind: 'question', reply: 'kimi_question', question: body, context: { skip: skip?.id ?? null } }
}

const ANSWER = 'answer'

export function kimiReply(body: QuestionBody, answer: FormAnswer, context: unknown): QuestionReply {
  const skip = textOf(at(context, 'skip'))
  if (answer.action !== 'accept') {
    const passes = answer.action === 'decline' && skip !== undefined
    return { ok: true, result: permissionReply(passes ? { option: skip } : 'cancelled'), answers: [] }
  }
  const read = readForm(body, answer.values ?? {})
  if (!read.ok) return read
  const option = textOf(read.values.get(ANSWER))
  const result = permissionReply(option === undefined ? 'cancelled' : { option })
  return { ok: true, result, answers: read.answers }
}
