/**
 * A prompt is read line by line: a line that starts with a directive does what it says, any other line is said
 * back. Nothing here acts.
 */
import { demoLimits } from './limits.ts'
import { type Oddity, oddityNamed, oddityNames } from './oddity-names.ts'

export type Directive =
  | { do: 'echo' | 'say' | 'think' | 'title' | 'error' | 'unclear'; text: string }
  | { do: 'recall' | 'help' | 'hang' | 'crash' | 'ignore-cancel' | 'ignore-sigterm' }
  | { do: 'words'; count: number; everyMs: number }
  | { do: 'usage'; input: number; output: number }
  | { do: 'plan'; steps: string[] }
  | { do: 'run'; command: string }
  | { do: 'write'; path: string; text: string }
  | { do: 'ask'; question: string; options: string[] }
  | { do: 'tool'; name: string; input: Record<string, unknown> }
  | { do: 'background'; ms: number }
  | { do: 'garbage'; lines: number }
  | { do: 'flood'; megabytes: number }
  | { do: 'oddity'; name: Oddity }

export function parseDirectives(text: string): Directive[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parseLine)
}

function parseLine(line: string): Directive {
  const word = bareWords.get(line.trim())
  if (word !== undefined) return word
  const match = /^([a-z-]+):\s?(.*)$/s.exec(line.replace(/\r$/, ''))
  const parse = match?.[1] === undefined ? undefined : parsers.get(match[1])
  if (parse === undefined) return { do: 'echo', text: line.trim() }
  const parsed = parse(match?.[2] ?? '')
  return typeof parsed === 'string' ? { do: 'unclear', text: `${match?.[1]}: ${parsed}` } : parsed
}

const bareWords = new Map<string, Directive>([
  ['hang', { do: 'hang' }],
  ['crash', { do: 'crash' }],
  ['garbage', { do: 'garbage', lines: 1 }],
  ['ignore-cancel', { do: 'ignore-cancel' }],
  ['ignore-sigterm', { do: 'ignore-sigterm' }],
  ['recall', { do: 'recall' }],
  ['/recall', { do: 'recall' }],
  ['/help', { do: 'help' }],
])

/** What follows the colon → the directive, or what it should have looked like. */
type Parse = (rest: string) => Directive | string

const parsers = new Map<string, Parse>([
  ['say', (text) => ({ do: 'say', text })],
  ['think', (text) => ({ do: 'think', text })],
  ['title', (text) => ({ do: 'title', text: text.trim() })],
  ['error', (text) => ({ do: 'error', text: text.trim() })],
  ['run', (rest) => (rest.trim() === '' ? 'COMMAND' : { do: 'run', command: rest.trim() })],
  ['write', parseWrite],
  ['ask', parseAsk],
  ['plan', (rest) => ({ do: 'plan', steps: parts(rest) })],
  ['words', parseWords],
  ['usage', parseUsage],
  ['tool', parseTool],
  ['background', (rest) => one(rest, demoLimits.waitMs, 'MS', (ms) => ({ do: 'background', ms }))],
  [
    'flood',
    (rest) => one(rest, demoLimits.floodMegabytes, 'MB', (megabytes) => ({ do: 'flood', megabytes })),
  ],
  ['garbage', (rest) => one(rest, demoLimits.garbageLines, 'N', (lines) => ({ do: 'garbage', lines }))],
  ['oddity', parseOddity],
])

const parts = (rest: string): string[] =>
  rest
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function whole(text: string | undefined, most: number): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : undefined
}

function one(rest: string, most: number, shape: string, make: (n: number) => Directive): Directive | string {
  const n = whole(rest.trim(), most)
  return n === undefined ? `${shape}, at most ${most}` : make(n)
}

function parseWords(rest: string): Directive | string {
  const [count, every = '0', more] = rest.trim().split(/\s+/)
  const n = whole(count, demoLimits.words)
  const everyMs = whole(every, demoLimits.waitMs)
  return n === undefined || everyMs === undefined || more !== undefined
    ? 'N EVERY_MS'
    : { do: 'words', count: n, everyMs }
}

function parseUsage(rest: string): Directive | string {
  const [first, second, more] = rest.trim().split(/\s+/)
  const input = whole(first, 999_999_999)
  const output = whole(second, 999_999_999)
  return input === undefined || output === undefined || more !== undefined
    ? 'IN OUT'
    : { do: 'usage', input, output }
}

/** `\n` in the text stands for a newline, since a directive is one line. */
function parseWrite(rest: string): Directive | string {
  const match = /^(\S+)(?:\s(.*))?$/.exec(rest.trimStart())
  if (match?.[1] === undefined) return 'PATH TEXT'
  return { do: 'write', path: match[1], text: (match[2] ?? '').replaceAll('\\n', '\n') }
}

function parseAsk(rest: string): Directive | string {
  const [question, ...options] = parts(rest)
  return question === undefined ? 'QUESTION | A | B' : { do: 'ask', question, options }
}

function parseTool(rest: string): Directive | string {
  const match = /^\s*(\S+)\s*(.*)$/.exec(rest)
  if (match?.[1] === undefined) return 'NAME JSON'
  const input = parseInput(match[2] ?? '')
  return input === undefined ? 'NAME JSON, an object' : { do: 'tool', name: match[1], input }
}

function parseInput(text: string): Record<string, unknown> | undefined {
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch (error) {
    // The person's JSON is not JSON: said back as unclear.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function parseOddity(rest: string): Directive | string {
  const name = oddityNamed(rest.trim())
  return name === undefined ? `one of ${oddityNames.join(', ')}` : { do: 'oddity', name }
}
