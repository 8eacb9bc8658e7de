/**
 * `session/update`, protocol version 1, one kind at a time and parsed by its tag: what it changes in our words. An
 * update nobody maps, and a part of one that nobody can read, becomes a `raw` event with the whole: nothing that
 * carries content is dropped.
 */
import { utf8Length } from '../../shared/bytes.ts'
import { EVENT_BYTES } from '../../shared/limits.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { AgentCommand } from '../../shared/wire/control.ts'
import type { NewEvent, PlanEntry } from '../../shared/wire/event.ts'
import type { Change } from './change.ts'
import { plainText } from './content.ts'
import { readControls } from './controls.ts'
import { errorText } from './error-text.ts'
import { at, type Fields, fieldsOf, isFields, jsonText, numberOf, textOf, wordsOf } from './json.ts'
import { INTERNAL_ERROR } from './message.ts'
import { labelled, readToolCall, saysSomething } from './tool-calls.ts'
import type { Vendor } from './vendor.ts'

/** An update as it happens. An echo of the person's own words is no news: []. */
export const translateUpdate = (vendor: Vendor, update: unknown): Change[] =>
  at(update, 'sessionUpdate') === 'user_message_chunk' ? [] : changesOf(vendor, fieldsOf(update), update)

/** An update of a replay: history, so its events carry their origin and the person's words are kept. */
export function translateReplay(vendor: Vendor, update: unknown): Change[] {
  const fields = fieldsOf(update)
  const changes =
    fields.sessionUpdate === 'user_message_chunk'
      ? personChunk(vendor, fields)
      : changesOf(vendor, fields, update)
  return changes.map((change) =>
    change.kind === 'event' ? { kind: 'event', event: { ...change.event, origin: 'replay' } } : change,
  )
}

function changesOf(vendor: Vendor, fields: Fields, update: unknown): Change[] {
  switch (fields.sessionUpdate) {
    case 'agent_message_chunk':
      return messageChunk(vendor, fields)
    case 'agent_thought_chunk':
      return thoughtChunk(fields)
    case 'tool_call':
    case 'tool_call_update':
      return toolCall(vendor, fields)
    case 'plan':
      return plan(fields)
    case 'usage_update':
      return [...usage(fields), ...(vendor.usage?.(fields) ?? [])]
    case 'session_info_update':
      return sessionInfo(vendor, fields)
    case 'current_mode_update':
      return currentMode(fields)
    case 'config_option_update':
      return Array.isArray(fields.configOptions)
        ? [{ kind: 'controls', controls: readControls(fields) }]
        : raw(fields)
    case 'available_commands_update':
      return Array.isArray(fields.availableCommands)
        ? [{ kind: 'commands', commands: fields.availableCommands.flatMap(commandOf) }]
        : raw(fields)
    case 'notice':
      return notice(fields)
    default:
      return vendor.update?.(fields) ?? raw(update)
  }
}

const event = (one: NewEvent): Change => ({ kind: 'event', event: one })

const raw = (update: unknown): Change[] => [
  event({ type: 'raw', method: 'session/update', params: jsonText(update) }),
]

const messageOf = (fields: Fields): { message?: string } => {
  const message = wordsOf(fields.messageId)
  return message === undefined ? {} : { message }
}

function messageChunk(vendor: Vendor, fields: Fields): Change[] {
  const text = plainText(fields.content)
  if (text === undefined) return raw(fields)
  const meant = vendor.chunk?.(text, fields) ?? null
  if (meant !== null) return meant
  if (text === '') return []
  const error = vendor.isError?.(fields) === true ? { error: true } : {}
  return [event({ type: 'message_delta', text, ...messageOf(fields), ...error })]
}

function thoughtChunk(fields: Fields): Change[] {
  const text = plainText(fields.content)
  if (text === undefined) return raw(fields)
  return text === '' ? [] : [event({ type: 'thought_delta', text, ...messageOf(fields) })]
}

function personChunk(vendor: Vendor, fields: Fields): Change[] {
  const text = plainText(fields.content)
  if (text === undefined || vendor.isScaffold?.(text) === true) return raw(fields)
  return text === '' ? [] : [event({ type: 'message_delta', text, role: 'user', ...messageOf(fields) })]
}

function toolCall(vendor: Vendor, fields: Fields): Change[] {
  const read = readToolCall(vendor, fields)
  if (read === null) return raw(fields)
  const meant = vendor.toolCall === undefined ? read : vendor.toolCall(read, fields)
  if (meant === null) return []
  return saysSomething(meant) ? [event({ type: 'tool_call', ...labelled(meant) })] : raw(fields)
}

function plan(fields: Fields): Change[] {
  if (!Array.isArray(fields.entries)) return raw(fields)
  const entries = fields.entries.flatMap(planEntry)
  // A plan cannot be cut to fit the log, raw text can.
  if (utf8Length(jsonText(entries)) > EVENT_BYTES / 2) return raw(fields)
  const read: Change[] = [event({ type: 'plan', entries })]
  return entries.length === fields.entries.length ? read : [...read, ...raw(fields)]
}

function planEntry(value: unknown): PlanEntry[] {
  const content = textOf(at(value, 'content'))
  if (content === undefined) return []
  const entry: PlanEntry = { content }
  const priority = wordsOf(at(value, 'priority'))
  if (priority !== undefined) entry.priority = cleanLabel(priority)
  const status = wordsOf(at(value, 'status'))
  if (status !== undefined) entry.status = cleanLabel(status)
  return [entry]
}

function usage(fields: Fields): Change[] {
  const used = numberOf(fields.used)
  const size = numberOf(fields.size)
  const amount = numberOf(at(fields.cost, 'amount'))
  const currency = wordsOf(at(fields.cost, 'currency'))
  if (used === undefined && size === undefined && amount === undefined) return raw(fields)
  const context = {
    ...(used === undefined ? {} : { used }),
    ...(size === undefined ? {} : { size }),
    ...(amount === undefined ? {} : { cost: { amount, currency: cleanLabel(currency ?? '') } }),
  }
  return [event({ type: 'usage', ...context }), { kind: 'context', context }]
}

function sessionInfo(vendor: Vendor, fields: Fields): Change[] {
  const told = fields._meta === undefined ? [] : (vendor.sessionInfo?.(fields) ?? null)
  if (fields.title === undefined) return told === null || !known(fields) ? raw(fields) : told
  const title = cleanLabel(textOf(fields.title) ?? '')
  return [...(title === '' ? [] : [{ kind: 'title', title } as const]), ...(told ?? [])]
}

/** Whether an update without a title holds nothing but what is read elsewhere or says nothing: `_meta`, a time. */
const known = (fields: Fields): boolean =>
  Object.keys(fields).every((name) => name === 'sessionUpdate' || name === '_meta' || name === 'updatedAt')

/** What an agent wants a person to know and its model did not say. */
function notice(fields: Fields): Change[] {
  const words = [wordsOf(fields.title), wordsOf(fields.description)].filter((text) => text !== undefined)
  if (words.length === 0) return raw(fields)
  const code = fields.severity === 'error' ? 'agent_error' : 'agent_notice'
  return [
    event({ type: 'error', code, message: errorText({ code: INTERNAL_ERROR, message: words.join(': ') }) }),
  ]
}

function currentMode(fields: Fields): Change[] {
  const value = wordsOf(fields.currentModeId)
  return value === undefined ? raw(fields) : [{ kind: 'control', id: 'mode', value }]
}

function commandOf(value: unknown): AgentCommand[] {
  if (!isFields(value)) return []
  const name = wordsOf(value.name)
  if (name === undefined || name !== cleanLabel(name)) return []
  const hint = wordsOf(at(value.input, 'hint'))
  const description = textOf(value.description) ?? ''
  return [hint === undefined ? { name, description } : { name, description, hint: cleanLabel(hint) }]
}
