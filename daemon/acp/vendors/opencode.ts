/**
 * OpenCode, as seen at 1.18. Its question tool and permissions of its subagents never reach a client, so it must be
 * started without the former; cancelled while it waits to retry, it answers `end_turn`; what a write changes is in its
 * permission alone.
 */
import type { ToolCallFields } from '../../../shared/wire/tool-call.ts'
import { at, type Fields, jsonText, textOf } from '../json.ts'
import type { Vendor } from './vendor.ts'

export const opencode: Vendor = { id: 'opencode', endsCancelled: true, diffInAsk: true, isUnused, toolCall }

/** That a file was written is the call's status: the sentence would take the place of the diff. */
function toolCall(read: ToolCallFields, update: Fields): ToolCallFields {
  const { content, ...rest } = read
  const wrote = typeof at(update, 'rawOutput', 'metadata', 'filepath') === 'string'
  if (!wrote || content?.some((part) => part.type !== 'text') !== false) return read
  return { ...rest, rawOutput: jsonText(update.rawOutput) }
}

/** It is called after the time at which it was made, until something is said. */
function isUnused(listed: Fields): boolean {
  const made = /^New session - (.+)$/.exec(textOf(listed.title) ?? '')?.[1]
  return made !== undefined && made === listed.updatedAt
}
