/** A session's log as Markdown: a writer that takes events in order and holds what is not whole yet. */
import type { SessionEvent } from '../../shared/wire/event.ts'
import type { Session } from '../../shared/wire/session.ts'
import type { LongText } from '../../shared/wire/text.ts'
import { answerBlock, permissionBlock, questionBlock, timeOf } from './ask-block.ts'
import { exact, label, prose } from './fence.ts'
import { type ToolSoFar, toolBlock, withChange } from './tool-block.ts'

export interface MarkdownWriter {
  head(session: Session): string
  feed(event: SessionEvent): string
  end(): string
}

/** Text of one message, and calls, that are held at most; what is over is written as far as it is there. */
const HELD_CHARS = 256 * 1024
const HELD_CALLS = 64

type Delta = Extract<SessionEvent, { type: 'message_delta' | 'thought_delta' }>
type Fact = Exclude<SessionEvent, Delta | { type: 'tool_call' }>

interface State {
  open: { key: string; heading: string; text: string } | null
  calls: Map<string, ToolSoFar>
  /** Names of the options of an ask. */
  options: Map<string, Map<string, string>>
  whole(text: LongText): string
}

/** `whole` reads a text that the log has cut. */
export function createMarkdown(whole: (text: LongText) => string): MarkdownWriter {
  const state: State = { open: null, calls: new Map(), options: new Map(), whole }
  return {
    head: (session) =>
      `# ${label(session.title)}\n\n` +
      `- Session: ${label(session.nickname)} (${label(session.id)})\n- Agent: ${label(session.agent)}\n` +
      `- Directory: ${label(session.cwd)}\n- Begun: ${timeOf(session.createdAt)}\n\n`,
    feed(event) {
      if (event.type === 'message_delta' || event.type === 'thought_delta') return delta(state, event)
      if (event.type === 'tool_call') return closeMessage(state) + toolCall(state, event)
      const text = fact(state, event)
      if (text === '') return ''
      const before = closeMessage(state)
      return event.type === 'turn_result' ? before + closeCalls(state) + text : before + text
    },
    end: () => closeMessage(state) + closeCalls(state),
  }
}

function delta(state: State, event: Delta): string {
  const thought = event.type === 'thought_delta'
  const person = event.type === 'message_delta' && event.role === 'user'
  const who = thought ? 'Thought' : person ? 'Person (replayed)' : 'Agent'
  const key = `${who} ${event.message ?? ''}`
  let before = ''
  if (state.open && (state.open.key !== key || state.open.text.length >= HELD_CHARS)) {
    before = closeMessage(state)
  }
  const heading = `${thought ? '###' : '##'} ${who} · ${timeOf(event.at)}`
  state.open ??= { key, heading, text: '' }
  state.open.text += state.whole(event.text)
  return before
}

function closeMessage(state: State): string {
  const { open } = state
  state.open = null
  return open ? `${open.heading}\n\n${prose(open.text)}` : ''
}

function toolCall(state: State, event: Extract<SessionEvent, { type: 'tool_call' }>): string {
  const { seq: _seq, at: _at, turn: _turn, origin: _origin, type: _type, ...change } = event
  const { calls } = state
  const tool = withChange(calls.get(change.toolCall) ?? { toolCall: change.toolCall }, change, state.whole)
  calls.set(change.toolCall, tool)
  const over = tool.status === 'completed' || tool.status === 'failed' || tool.status === 'cancelled'
  const [oldest] = calls.keys()
  const leaves = over ? change.toolCall : calls.size > HELD_CALLS ? oldest : undefined
  return leaves === undefined ? '' : closeCall(state, leaves)
}

function closeCall(state: State, call: string): string {
  const tool = state.calls.get(call)
  state.calls.delete(call)
  return tool ? toolBlock(tool, state.whole) : ''
}

const closeCalls = (state: State): string =>
  [...state.calls.keys()].map((call) => closeCall(state, call)).join('')

function fact(state: State, event: Fact): string {
  switch (event.type) {
    case 'prompt':
      return `## Person · ${timeOf(event.at)} · message ${event.seq}\n\n${prose(state.whole(event.text))}`
    case 'prompt_withdrawn':
      return `Message ${event.prompt} was ${event.why === 'taken_back' ? 'taken back' : 'withdrawn by a stop'}.\n\n`
    case 'plan':
      return `### Plan\n\n${event.entries.map((entry) => `- ${label(entry.content)}${entry.status ? ` (${label(entry.status)})` : ''}\n`).join('')}\n`
    case 'permission_request':
      state.options.set(event.ask, new Map(event.options.map((option) => [option.id, option.name])))
      return permissionBlock(event, state.whole)
    case 'elicitation_request':
      return questionBlock(event)
    case 'permission_resolved': {
      const name = state.options.get(event.ask)?.get(event.option ?? '')
      state.options.delete(event.ask)
      return answerBlock(event, name)
    }
    case 'elicitation_resolved':
      return answerBlock(event, undefined)
    case 'turn_result': {
      const said = event.message === undefined ? '' : prose(event.message)
      return `---\n\nTurn ended: ${event.stopReason} · ${timeOf(event.at)}\n\n${said}`
    }
    case 'session_status': {
      const said = event.message === undefined ? '' : prose(event.message)
      return `Session ${event.status}${event.reason ? `: ${event.reason}` : ''} · ${timeOf(event.at)}\n\n${said}`
    }
    case 'context_cleared':
      return `---\n\nContext cleared · ${timeOf(event.at)}\n\n`
    case 'file_sent':
      return `File ${label(event.path)} (${event.bytes} bytes)\n\n`
    case 'error':
      return `Error ${label(event.code)}\n\n${prose(event.message)}`
    case 'raw':
      return `### ${label(event.method)}\n\n${exact(state.whole(event.params), 'json')}`
    // Facts of the moment, which a reader of the transcript has no use for; the JSON has them.
    case 'prompt_delivered':
    case 'usage':
    case 'config':
      return ''
    default:
      // A later version of the log may have more; the JSON has it.
      return ''
  }
}
