/**
 * What the last user message asks of the stub. Nothing here acts.
 *
 *   [[say TEXT]]  [[think TEXT]]     text, reasoning
 *   [[tokens N MS]]                  N short words, each after MS
 *   [[bash CMD]]                     the agent's own shell tool, asking to leave its sandbox where it can ask
 *   [[bash-plain CMD]]               the same without asking
 *   [[bash-both A || B]]             several shell calls in one reply
 *   [[write PATH CONTENT]]  [[read PATH]]  [[ask Q | A | B]]  [[plan A | B]]     its other own tools
 *   [[tool NAME JSON]]               any tool by name
 *   [[sleep MS]]  [[hang]]  [[drop]] a pause, a reply that never ends, a connection that is cut
 *   [[error STATUS [N]]]             an HTTP error, the first N tries only when N is given
 *   [[usage IN OUT]]  [[stop REASON]]     token counts; end_turn, max_tokens or refusal
 *   [[remember]]                     the earlier user messages of the conversation
 *
 * Several are carried out in order. Directives may stand inside the text of another: they are the other's text.
 */
import { stubLimits } from './limits.ts'

export type Directive =
  | { do: 'say' | 'think' | 'unclear'; text: string }
  | { do: 'tokens'; count: number; everyMs: number }
  | CallDirective
  | { do: 'sleep'; ms: number }
  | { do: 'hang' | 'drop' | 'remember' }
  | { do: 'error'; status: number; times: number }
  | { do: 'usage'; input: number; output: number }
  | { do: 'stop'; reason: AskedStop }

export type CallDirective =
  | { do: 'bash'; commands: readonly string[]; escalate: boolean }
  | { do: 'write'; path: string; content: string }
  | { do: 'read'; path: string }
  | { do: 'ask'; question: string; options: readonly string[] }
  | { do: 'plan'; steps: readonly string[] }
  /** `input` is JSON, or the bare text of a tool that takes text. */
  | { do: 'tool'; name: string; input: string }

export type AskedStop = 'end_turn' | 'max_tokens' | 'refusal'

export function parseDirectives(text: string): Directive[] {
  const found: Directive[] = []
  let at = text.indexOf('[[')
  while (at !== -1) {
    const read = readAt(text, at)
    if (read !== undefined) found.push(read.directive)
    at = text.indexOf('[[', read?.end ?? at + 2)
  }
  return found
}

const OPENING = /\[\[([a-z-]+)(?=\s|\]\])/y

function readAt(text: string, at: number): { directive: Directive; end: number } | undefined {
  OPENING.lastIndex = at
  const name = OPENING.exec(text)?.[1]
  const parse = name === undefined ? undefined : parsers.get(name)
  if (name === undefined || parse === undefined) return undefined
  const start = at + 2 + name.length
  const close = closeOf(text, start, name === 'tool')
  if (close === undefined) return undefined
  const parsed = parse(text.slice(start, close).trim())
  const directive: Directive =
    typeof parsed === 'string' ? { do: 'unclear', text: `[[${name} ${parsed}]]` } : parsed
  return { directive, end: close + 2 }
}

/** Where the `]]` of a directive is whose argument begins at `start`. JSON brings brackets of its own. */
function closeOf(text: string, start: number, json: boolean): number | undefined {
  let depth = 1
  for (let at = start; at < text.length; at++) {
    if (json && (text[at] === '{' || text[at] === '"')) {
      at = jsonEnd(text, at)
    } else if (text.startsWith('[[', at)) {
      depth++
      at++
    } else if (text.startsWith(']]', at)) {
      depth--
      if (depth === 0) return at
      at++
    }
  }
  return undefined
}

const JSON_TOKEN = /"(?:[^"\\]|\\[\s\S])*"|[{}]/g

/** The last character of the object or string that begins at `start`; the end of the text when it has none. */
function jsonEnd(text: string, start: number): number {
  JSON_TOKEN.lastIndex = start
  let depth = 0
  for (let token = JSON_TOKEN.exec(text); token !== null; token = JSON_TOKEN.exec(text)) {
    if (token[0] === '{') depth++
    if (token[0] === '}') depth--
    if (depth === 0) return JSON_TOKEN.lastIndex - 1
  }
  return text.length
}

/** The argument → the directive, or what it should have looked like. */
type Parse = (argument: string) => Directive | string

const parsers = new Map<string, Parse>([
  ['say', (text) => ({ do: 'say', text })],
  ['think', (text) => ({ do: 'think', text })],
  ['tokens', parseTokens],
  ['tool', parseTool],
  ['bash', (command) => shell([command], true)],
  ['bash-plain', (command) => shell([command], false)],
  ['bash-both', (rest) => shell(rest.split(/ \|\|(?: |$)/), true)],
  ['write', parseWrite],
  ['read', (path) => (path === '' ? 'PATH' : { do: 'read', path })],
  ['ask', parseAsk],
  ['plan', (rest) => ({ do: 'plan', steps: parts(rest) })],
  ['sleep', parseSleep],
  ['error', parseError],
  ['drop', () => ({ do: 'drop' })],
  ['hang', () => ({ do: 'hang' })],
  ['usage', parseUsage],
  ['stop', parseStop],
  ['remember', () => ({ do: 'remember' })],
])

const parts = (rest: string): string[] =>
  rest
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** `least` to `counts.length` whole numbers, each at most its bound. */
function wholes(rest: string, least: number, counts: readonly number[]): number[] | undefined {
  const words = rest.split(/\s+/).filter((word) => word !== '')
  if (words.length < least || words.length > counts.length) return undefined
  const right = words.every((word, n) => /^\d{1,9}$/.test(word) && Number(word) <= (counts[n] ?? 0))
  return right ? words.map(Number) : undefined
}

function shell(commands: string[], escalate: boolean): Directive | string {
  const given = commands.map((command) => command.trim())
  return given.includes('') ? 'COMMAND' : { do: 'bash', commands: given, escalate }
}

function parseTokens(rest: string): Directive | string {
  const [count, everyMs = 0] = wholes(rest, 1, [stubLimits.tokens, stubLimits.waitMs]) ?? []
  return count === undefined ? 'N MS' : { do: 'tokens', count, everyMs }
}

function parseTool(rest: string): Directive | string {
  const match = /^(\S+)\s*([\s\S]*)$/.exec(rest)
  return match?.[1] === undefined ? 'NAME JSON' : { do: 'tool', name: match[1], input: match[2] ?? '' }
}

function parseWrite(rest: string): Directive | string {
  const match = /^(\S+)\s?([\s\S]*)$/.exec(rest)
  return match?.[1] === undefined ? 'PATH CONTENT' : { do: 'write', path: match[1], content: match[2] ?? '' }
}

function parseAsk(rest: string): Directive | string {
  const [question, ...options] = parts(rest)
  return question === undefined
    ? 'QUESTION | A | B'
    : { do: 'ask', question, options: options.length === 0 ? ['Yes', 'No'] : options }
}

function parseSleep(rest: string): Directive | string {
  const [ms] = wholes(rest, 1, [stubLimits.waitMs]) ?? []
  return ms === undefined ? 'MS' : { do: 'sleep', ms }
}

function parseError(rest: string): Directive | string {
  const [status, times = Number.POSITIVE_INFINITY] = wholes(rest, 1, [599, stubLimits.tokens]) ?? []
  return status === undefined || status < 400 ? 'STATUS [N]' : { do: 'error', status, times }
}

function parseUsage(rest: string): Directive | string {
  const [input, output] = wholes(rest, 2, [stubLimits.usage, stubLimits.usage]) ?? []
  return input === undefined || output === undefined ? 'IN OUT' : { do: 'usage', input, output }
}

function parseStop(rest: string): Directive | string {
  return rest === 'end_turn' || rest === 'max_tokens' || rest === 'refusal'
    ? { do: 'stop', reason: rest }
    : 'end_turn, max_tokens or refusal'
}
