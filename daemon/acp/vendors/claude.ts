/** Claude Code by `@agentclientprotocol/claude-agent-acp`, as seen at 0.101. */
import type { ToolCallFields } from '../../../shared/wire/tool-call.ts'
import { at, type Fields, jsonText, wordsOf } from '../json.ts'
import type { Vendor } from './vendor.ts'

export const claude: Vendor = {
  id: 'claude',
  // Notices come as chunks; their level says which are errors.
  isError: (update) => at(update, '_meta', 'claudeCode', 'level') === 'error',
  toolCall,
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
