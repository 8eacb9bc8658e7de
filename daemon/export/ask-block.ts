import type { AnsweredBy } from '../../shared/wire/ask.ts'
import type { SessionEvent } from '../../shared/wire/event.ts'
import type { LongText } from '../../shared/wire/text.ts'
import { label, prose } from './fence.ts'
import { toolBlock, withChange } from './tool-block.ts'

type EventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

export function permissionBlock(
  event: EventOf<'permission_request'>,
  whole: (text: LongText) => string,
): string {
  const tool = withChange({ toolCall: event.toolCall.toolCall }, event.toolCall, whole)
  const options = event.options.map((option) => `- ${label(option.name)} (${label(option.kind)})\n`)
  return `## Permission ${label(event.ask)}\n\n${toolBlock(tool, whole)}${options.join('')}\n`
}

export function questionBlock(event: EventOf<'elicitation_request'>): string {
  const fields = event.fields.map((field) => {
    const choices = field.choices?.map((choice) => label(choice.label)).join(', ')
    return `- ${label(field.label)}${choices ? `: ${choices}` : ''}\n`
  })
  return `## Question ${label(event.ask)}\n\n${prose(event.message)}${fields.join('')}\n`
}

/** `optionName`: what the chosen option was called. */
export function answerBlock(
  event: EventOf<'permission_resolved'> | EventOf<'elicitation_resolved'>,
  optionName: string | undefined,
): string {
  const by = event.by ? ` · ${byWords(event.by)}` : ''
  const option = event.type === 'permission_resolved' ? (optionName ?? event.option) : undefined
  const chosen = option === undefined ? '' : `: ${label(option)}`
  const head = `Answer to ${label(event.ask)}: ${event.outcome}${chosen}${by} · ${timeOf(event.at)}\n\n`
  const answers = event.type === 'elicitation_resolved' ? (event.answers ?? []) : []
  return head + answers.map((pair) => `${label(pair.label)}\n\n${prose(pair.value)}`).join('')
}

const byWords = (by: AnsweredBy): string =>
  [by.door, by.sub, by.device]
    .filter((part) => part !== undefined)
    .map(label)
    .join(' ')

export const timeOf = (at: number): string => new Date(at).toISOString()
