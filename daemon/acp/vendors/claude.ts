/** Claude Code by `@agentclientprotocol/claude-agent-acp`, as seen at 0.101. */
import { SECOND_MS } from '../../../shared/time.ts'
import type { ToolCallFields } from '../../../shared/wire/tool-call.ts'
import { declaresTasks, readTaskUpdate } from '../async-tasks.ts'
import type { Change } from '../change.ts'
import { at, type Fields, isFields, jsonText, numberOf, wordsOf } from '../json.ts'
import type { Vendor } from './vendor.ts'

export const claude: Vendor = {
  id: 'claude',
  // Notices come as chunks; their level says which are errors.
  isError: (update) => at(update, '_meta', 'claudeCode', 'level') === 'error',
  toolCall,
  update: readTaskUpdate,
  usage,
  declares: declaresTasks,
}

/** A subagent's call names the call it is part of; a tool's own response comes ahead of the content for people. */
function toolCall(read: ToolCallFields, update: Fields): ToolCallFields {
  const parent = wordsOf(at(update, '_meta', 'claudeCode', 'parentToolUseId'))
  const response = at(update, '_meta', 'claudeCode', 'toolResponse')
  const own: Partial<ToolCallFields> = {}
  if (parent !== undefined) own.parent = parent
  if (response !== undefined && read.rawOutput === undefined) own.rawOutput = jsonText(response)
  return { ...read, ...own }
}

/** Every result of a cycle, asked for or not, brings its origin; what the provider allows comes when that changes. */
function usage(update: Fields): Change[] {
  const ended: Change[] = isFields(at(update, '_meta', '_claude/origin'))
    ? [{ kind: 'cycle', cycle: 'ended' }]
    : []
  const limit = at(update, '_meta', '_claude/rateLimit')
  return isFields(limit) ? [...ended, { kind: 'limit', until: limitedUntil(limit) }] : ended
}

/** Its times are in seconds. */
function limitedUntil(limit: Fields): number | null {
  const at = numberOf(limit.resetsAt)
  return limit.status === 'rejected' && at !== undefined ? at * SECOND_MS : null
}
