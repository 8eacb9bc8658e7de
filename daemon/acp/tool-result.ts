/** A tool's result that came only as MCP content blocks inside `rawOutput`: its text is content, the rest stays raw. */
import type { ToolCallFields } from '../../shared/wire/tool-call.ts'
import { plainText, textsOf } from './content.ts'
import { jsonText, listOf } from './json.ts'
import { unsaid } from './said.ts'

export function toolResult(read: ToolCallFields, raw: unknown, blocks: unknown): ToolCallFields {
  if (read.content !== undefined) return read
  const content = listOf(blocks).flatMap((block) => {
    const text = plainText(block)
    return text === undefined || text === '' ? [] : [{ type: 'text' as const, text }]
  })
  if (content.length === 0) return read
  const rest = unsaid(raw, textsOf(content))
  const { rawOutput: _, ...others } = read
  return rest === undefined ? { ...others, content } : { ...others, content, rawOutput: jsonText(rest) }
}
