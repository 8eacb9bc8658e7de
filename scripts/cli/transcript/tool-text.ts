/** What changed about a tool call; remembers what was shown so that nothing is repeated. */
import { cleanLabel } from '../../../shared/untrusted.ts'
import type { SessionEvent } from '../../../shared/wire/event.ts'
import { shortOf } from '../../../shared/wire/text.ts'
import { safeText } from '../output.ts'
import type { Style } from '../style.ts'
import { diffLines } from './diff.ts'
import { breakLine, type OpenLine, streamPiece } from './open-line.ts'

type ToolEvent = Extract<SessionEvent, { type: 'tool_call' }>

export interface ShownTool {
  title: string
  kind: string
  head: string
  status: string
  /** Text content as last sent, by its place. */
  texts: Map<number, string>
  diffs: Set<string>
  /** Something the tool wrote was shown. */
  wrote: boolean
  /** Its result as data, which is shown where nothing else was. */
  result: string | undefined
}

export const newTool = (): ShownTool => ({
  title: '',
  kind: '',
  head: '',
  status: '',
  texts: new Map(),
  diffs: new Set(),
  wrote: false,
  result: undefined,
})

const INDENT = '    '
const OVER = new Set(['completed', 'failed', 'cancelled'])

/** Whole lines, except for output that the tool is still writing. */
export function toolText(tool: ShownTool, event: ToolEvent, line: OpenLine, style: Style): string {
  if (event.title !== undefined) tool.title = cleanLabel(event.title)
  if (event.kind !== undefined) tool.kind = cleanLabel(event.kind)
  let text = ''
  const head = `${style.cyan(`[${tool.kind || 'tool'}]`)} ${style.bold(tool.title || 'tool call')}`
  if (tool.head !== head) {
    tool.head = head
    text += `${breakLine(line)}${head}\n`
  }
  for (const diff of newDiffs(tool, event, style)) text += `${breakLine(line)}${diff}\n`
  const run = `output ${event.toolCall}`
  for (const output of newOutput(tool, event)) {
    text += style.dim(streamPiece(line, { run, text: safeText(output, style), start: '', indent: INDENT }))
  }
  const status = event.status ?? ''
  if (OVER.has(status) && tool.status !== status) {
    tool.status = status
    text += `${breakLine(line)}  ${statusWord(status, style)}\n`
  }
  return text
}

function newDiffs(tool: ShownTool, event: ToolEvent, style: Style): string[] {
  const fresh: string[] = []
  for (const content of event.content ?? []) {
    if (content.type !== 'diff') continue
    const before = content.old === null ? null : shortOf(content.old)
    const lines = diffLines(content.path, before, shortOf(content.new), style)
    const diff = lines.map((line) => INDENT + line).join('\n')
    if (!tool.diffs.has(diff)) fresh.push(diff)
    tool.diffs.add(diff)
  }
  return fresh
}

/** Agents stream output by sending all of it again: only what is new is printed. */
function newOutput(tool: ShownTool, event: ToolEvent): string[] {
  const fresh: string[] = []
  event.content?.forEach((content, place) => {
    if (content.type === 'diff') return
    const text = shortOf(content.type === 'text' ? content.text : content.json)
    const shown = tool.texts.get(place)
    tool.texts.set(place, text)
    if (shown === undefined) fresh.push(text)
    else fresh.push(text.startsWith(shown) ? text.slice(shown.length) : `\n${text}`)
  })
  if (event.output !== undefined) fresh.push(shortOf(event.output))
  if (event.rawOutput !== undefined) tool.result = plain(shortOf(event.rawOutput))
  if (fresh.some((text) => text !== '') || tool.diffs.size > 0) tool.wrote = true
  if (OVER.has(event.status ?? '') && !tool.wrote && tool.result !== undefined) fresh.push(tool.result)
  return fresh
}

/** A result that is one piece of text, as that text. */
function plain(json: string): string {
  if (!json.startsWith('"')) return json
  try {
    const text: unknown = JSON.parse(json)
    return typeof text === 'string' ? text : json
  } catch {
    return json // cut in the middle: it stays as it is
  }
}

function statusWord(status: string, style: Style): string {
  if (status === 'completed') return style.green('completed')
  return status === 'failed' ? style.red('failed') : style.yellow(status)
}
