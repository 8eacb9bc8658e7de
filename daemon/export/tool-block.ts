import type { LongText } from '../../shared/wire/text.ts'
import type { ToolCallFields, ToolContent } from '../../shared/wire/tool-call.ts'
import { diffBlock } from './diff-block.ts'
import { exact, label } from './fence.ts'

/** A tool call as its events so far left it; `output` is what they appended. */
export interface ToolSoFar extends Omit<ToolCallFields, 'output'> {
  output?: string
}

/** The call after one more event: what that carries replaces, its output is appended. */
export function withChange(
  tool: ToolSoFar,
  change: ToolCallFields,
  whole: (text: LongText) => string,
): ToolSoFar {
  const { output, ...replaced } = change
  const appended = output === undefined ? {} : { output: (tool.output ?? '') + whole(output) }
  return { ...tool, ...replaced, ...appended }
}

/** The call with its input, what it shows and what it said. */
export function toolBlock(tool: ToolSoFar, whole: (text: LongText) => string): string {
  const kind = tool.kind ? ` (${label(tool.kind)})` : ''
  let text = `### Tool: ${label(tool.title ?? tool.toolCall)}${kind} · ${tool.status ?? 'unfinished'}\n\n`
  if (tool.rawInput !== undefined) text += `Input\n\n${exact(whole(tool.rawInput), 'json')}`
  for (const content of tool.content ?? []) text += contentBlock(content, whole)
  if (tool.output) text += `Output\n\n${exact(tool.output)}`
  if (tool.rawOutput !== undefined) text += `Result\n\n${exact(whole(tool.rawOutput), 'json')}`
  return text
}

function contentBlock(content: ToolContent, whole: (text: LongText) => string): string {
  switch (content.type) {
    case 'text':
      return exact(whole(content.text))
    case 'diff':
      return diffBlock(content.path, content.old === null ? null : whole(content.old), whole(content.new))
    case 'other':
      return exact(whole(content.json), 'json')
  }
}
