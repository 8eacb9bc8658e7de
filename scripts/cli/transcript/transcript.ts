/** A session's events as text for a terminal: a reader that takes events in order and answers what to print. */
import { cleanLabel } from '../../../shared/untrusted.ts'
import type { SessionEvent } from '../../../shared/wire/event.ts'
import { shortOf } from '../../../shared/wire/text.ts'
import { safeText } from '../output.ts'
import { knownEvent, type LoggedEvent } from '../stream-item.ts'
import type { Style } from '../style.ts'
import { configText, oneLine, planText, promptText, statusText, turnText } from './fact-lines.ts'
import { breakLine, noLine, type OpenLine, streamPiece } from './open-line.ts'
import { newTool, type ShownTool, toolText } from './tool-text.ts'

export interface Transcript {
  /** What to print for the next event; may end in the middle of a line. */
  feed(event: LoggedEvent): string
  /** Ends a line that is still open, so that something else can be printed. */
  breakLine(): string
}

interface State {
  style: Style
  line: OpenLine
  tools: Map<string, ShownTool>
  /** Option names by ask and id, to say which one was chosen. */
  options: Map<string, Map<string, string>>
  context: string
}

export function createTranscript(style: Style): Transcript {
  const state: State = { style, line: noLine(), tools: new Map(), options: new Map(), context: '' }
  return {
    breakLine: () => breakLine(state.line),
    feed(event) {
      const known = knownEvent(event)
      if (!known) return `${breakLine(state.line)}${style.dim(`(${cleanLabel(event.type)})`)}\n`
      if (known.type === 'message_delta' || known.type === 'thought_delta') return deltaText(state, known)
      if (known.type === 'tool_call') {
        const tool = state.tools.get(known.toolCall) ?? newTool()
        state.tools.set(known.toolCall, tool)
        return toolText(tool, known, state.line, style)
      }
      const text = factText(state, known)
      return text === '' ? '' : breakLine(state.line) + text
    },
  }
}

type Delta = Extract<SessionEvent, { type: 'message_delta' | 'thought_delta' }>
type Fact = Exclude<SessionEvent, { type: 'message_delta' | 'thought_delta' | 'tool_call' }>

/** Streamed text continues its line as long as the same message goes on. */
function deltaText({ style, line }: State, event: Delta): string {
  const who = event.type === 'thought_delta' ? 'thought' : (event.role ?? 'agent')
  const run = `${who} ${event.message ?? ''}`
  const text = safeText(shortOf(event.text), style)
  const shown = streamPiece(line, { run, text, start: who === 'user' ? '> ' : '', indent: '' })
  if (event.type === 'thought_delta') return style.dim(shown)
  return event.error ? style.red(shown) : shown
}

function factText(state: State, event: Fact): string {
  const { style } = state
  switch (event.type) {
    case 'prompt':
      return promptText(safeText(shortOf(event.text), style), style)
    case 'prompt_delivered':
      return event.steered ? `${style.dim(`(message ${event.prompt} reached the running turn)`)}\n` : ''
    case 'prompt_withdrawn': {
      const why = event.why === 'taken_back' ? 'taken back' : 'withdrawn by a stop'
      return `${style.dim(`(message ${event.prompt} ${why})`)}\n`
    }
    case 'plan':
      return planText(event.entries, style)
    case 'usage':
      state.context = contextOf(event)
      return ''
    case 'permission_request':
      state.options.set(
        event.ask,
        new Map(event.options.map((option) => [option.id, cleanLabel(option.name)])),
      )
      return `${style.yellow('asks')} ${cleanLabel(event.toolCall.title ?? 'for a permission')} ${style.dim(event.ask)}\n`
    case 'elicitation_request':
      return `${style.yellow('asks')} ${oneLine(event.message)} ${style.dim(event.ask)}\n`
    case 'permission_resolved': {
      const name = state.options.get(event.ask)?.get(event.option ?? '') ?? cleanLabel(event.option ?? '')
      return `${style.dim(`answered: ${name || event.outcome}${byText(event)}`)}\n`
    }
    case 'elicitation_resolved': {
      const answers = event.answers?.map((pair) => `${cleanLabel(pair.label)}: ${oneLine(pair.value)}`) ?? []
      return `${style.dim(`answered: ${[event.outcome, ...answers].join(' · ')}${byText(event)}`)}\n`
    }
    case 'turn_result': {
      const text = turnText(event, state.context, style)
      state.context = ''
      return text
    }
    case 'session_status':
      return statusText(event, style)
    case 'config':
      return configText(event.controls, style)
    case 'context_cleared':
      return `${style.dim('(context cleared)')}\n`
    case 'file_sent':
      return `${style.dim(`file ${cleanLabel(event.path)} (${event.bytes} bytes)`)}\n`
    case 'error':
      return `${style.red(`${cleanLabel(event.code)}: ${safeText(event.message, style)}`)}\n`
    case 'raw':
      return `${style.dim(`(${cleanLabel(event.method)})`)}\n`
  }
}

const byText = (event: { by?: { door: string } }): string =>
  event.by ? ` (${cleanLabel(event.by.door)})` : ''

function contextOf(usage: Extract<SessionEvent, { type: 'usage' }>): string {
  const parts: string[] = []
  if (usage.used !== undefined)
    parts.push(`context ${usage.used}${usage.size === undefined ? '' : ` of ${usage.size}`}`)
  if (usage.inputTokens !== undefined) parts.push(`${usage.inputTokens} tokens in`)
  if (usage.outputTokens !== undefined) parts.push(`${usage.outputTokens} out`)
  if (usage.cost) parts.push(`${usage.cost.amount} ${cleanLabel(usage.cost.currency)}`)
  return parts.join(', ')
}
