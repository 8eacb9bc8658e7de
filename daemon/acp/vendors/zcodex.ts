/** Codex by `@zed-industries/codex-acp`, as seen at 0.16: output and results are in `rawOutput` alone. */
import type { ToolCallFields } from '../../../shared/wire/tool-call.ts'
import { codexLimit } from '../codex-limit.ts'
import { at, type Fields, jsonText, wordsOf } from '../json.ts'
import { unsaid } from '../said.ts'
import { toolResult } from '../tool-result.ts'
import type { Vendor } from './vendor.ts'

export const zcodex: Vendor = {
  id: 'zcodex',
  toolCall,
  limitUntil: codexLimit,
}

function toolCall(read: ToolCallFields, update: Fields): ToolCallFields {
  const raw = at(update, 'rawOutput')
  const output = wordsOf(at(raw, 'aggregated_output')) ?? wordsOf(at(raw, 'formatted_output'))
  if (output === undefined || read.content !== undefined) return toolResult(read, raw, at(raw, 'content'))
  const rest = unsaid(raw, [output])
  const { rawOutput: _, ...others } = read
  return rest === undefined ? { ...others, output } : { ...others, output, rawOutput: jsonText(rest) }
}
