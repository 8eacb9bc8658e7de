/** `tool_call`, `tool_call_update` and the call inside a permission: one reading, every field optional but the id. */

import { utf8Length } from '../../shared/bytes.ts'
import { LABEL_BYTES } from '../../shared/limits.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { ToolCallFields, ToolLocation, ToolStatus } from '../../shared/wire/tool-call.ts'
import { readContent, textsOf } from './content.ts'
import { type Fields, fieldsOf, jsonText, listOf, numberOf, textOf, wordsOf } from './json.ts'
import { unsaid } from './said.ts'
import type { Vendor } from './vendors/vendor.ts'

/** Null: no id, so there is no call to speak of. The title is as the agent wrote it. */
export function readToolCall(vendor: Vendor, update: Fields): ToolCallFields | null {
  const toolCall = wordsOf(update.toolCallId)
  if (toolCall === undefined) return null
  const read: ToolCallFields = { toolCall }
  const title = wordsOf(update.title)
  if (title !== undefined) read.title = title
  const kind = wordsOf(update.kind)
  if (kind !== undefined) read.kind = cleanLabel(kind)
  const status = statusOf(update.status)
  if (status !== undefined) read.status = status
  if (Array.isArray(update.locations)) read.locations = update.locations.flatMap(locationOf)
  const rawInput = inputOf(update.rawInput)
  if (rawInput !== undefined) read.rawInput = rawInput
  const content = readContent(update.content, (block) => vendor.isEmptyBlock?.(block, update) === true)
  if (content !== undefined) read.content = content
  const rawOutput = unsaid(update.rawOutput, textsOf(content))
  if (rawOutput !== undefined) read.rawOutput = jsonText(rawOutput)
  return read
}

/**
 * The same with the title as a label of one line. A title that loses words by that (some agents put a whole command
 * there and nowhere else) is kept whole as the input, unless there is one.
 */
export function labelled(read: ToolCallFields): ToolCallFields {
  const { title, ...rest } = read
  if (title === undefined) return read
  const label = cleanLabel(title)
  const cut = utf8Length(title) > LABEL_BYTES || title.trim().includes('\n')
  const rawInput = cut && read.rawInput === undefined ? { rawInput: jsonText({ title }) } : {}
  return label === '' ? { ...rest, ...rawInput } : { ...rest, title: label, ...rawInput }
}

/** Whether it says anything but whose call it is. */
export const saysSomething = (read: ToolCallFields): boolean => Object.keys(read).length > 1

function statusOf(value: unknown): ToolStatus | undefined {
  switch (value) {
    case 'pending':
    case 'in_progress':
    case 'completed':
    case 'failed':
    case 'cancelled':
      return value
    default:
      return undefined
  }
}

function locationOf(value: unknown): ToolLocation[] {
  const path = wordsOf(textOf(value) ?? fieldsOf(value).path)
  if (path === undefined) return []
  const line = numberOf(fieldsOf(value).line)
  return [line !== undefined && Number.isInteger(line) ? { path, line } : { path }]
}

/** An input without a member says nothing yet: claude announces calls that way. */
function inputOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const bare = typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0
  return bare || (Array.isArray(value) && listOf(value).length === 0) ? undefined : jsonText(value)
}
