/** What changed about a tool call, as lines; remembers what was shown so that nothing is repeated. */
import type { SessionEvent } from '../../../shared/wire/event.ts'
import { shortOf } from '../../../shared/wire/text.ts'
import type { ToolContent } from '../../../shared/wire/tool-call.ts'
import { cleanLabel } from '../../../shared/untrusted.ts'
import { safeText } from '../output.ts'
import type { Style } from '../style.ts'
import { diffLines } from './diff.ts'

export type ToolEvent = Extract<SessionEvent, { type: 'tool_call' }>

export interface ShownTool {
  title: string
  kind: string
  headed: string
  ended: string
  texts: Map<number, string>
  diffs: Set<string>
}

const newTool = (): ShownTool => ({
  title: '',
  kind: '',
  headed: '',
  ended: '',
  texts: new Map(),
  diffs: new Set(),
})

const INDENT = '    '
const OVER = new Set(['completed', 'failed', 'cancelled'])

/** Text to print for one event, in whole lines except for output that the tool is still writing. */
export function toolText(tools: Map<string, ShownTool>, event: ToolEvent, style: Style): string {
  const tool = tools.get(event.toolCall) ?? newTool()
  tools.set(event.toolCall, tool)
  if (event.title !== undefined) tool.title = cleanLabel(event.title)
  if (event.kind !== undefined) tool.kind = cleanLabel(event.kind)
  const lines: string[] = []
  const head = headOf(tool, style)
  if (tool.headed !== head) {
    tool.headed = head
    lines.push(head)
  }
  event.content?.forEach((content, index) => {
    lines.push(...contentLines(tool, content, index, style))
  })
  if (event.output !== undefined) lines.push(...indented(shortOf(event.output), style))
  const status = event.status ?? ''
  if (OVER.has(status) && tool.ended !== status) {
    tool.ended = status
    lines.push(`  ${statusWord(status, style)}`)
  }
  return lines.map((line) => `${line}\n`).join('')
}

const headOf = (tool: ShownTool, style: Style): string =>
  `${style.cyan(`[${tool.kind || 'tool'}]`)} ${style.bold(tool.title || 'tool call')}`

function contentLines(tool: ShownTool, content: ToolContent, index: number, style: Style): string[] {
  if (content.type === 'diff') {
    const before = content.old === null ? null : shortOf(content.old)
    const lines = diffLines(content.path, before, shortOf(content.new), style).map((line) => INDENT + line)
    const whole = lines.join('\n')
    if (tool.diffs.has(whole)) return []
    tool.diffs.add(whole)
    return lines
  }
  const text = shortOf(content.type === 'text' ? content.text : content.json)
  const shown = tool.texts.get(index) ?? ''
  tool.texts.set(index, text)
  // Agents stream output by sending all of it again: only what is new is printed.
  return indented(text.startsWith(shown) ? text.slice(shown.length) : text, style)
}

function indented(text: string, style: Style): string[] {
  if (text === '') return []
  const lines = text.replace(/\n$/, '').split('\n')
  return lines.map((line) => INDENT + style.dim(safeText(line, style)))
}

function statusWord(status: string, style: Style): string {
  if (status === 'completed') return style.green('completed')
  return status === 'failed' ? style.red('failed') : style.yellow(status)
}
