/** What a tool was given, as a person would write it: a command as a command, anything else as indented JSON. */
import type { LongText } from '../../shared/wire/text.ts'
import type { ToolCall } from './row.ts'

export interface ReadableInput {
  kind: 'command' | 'input'
  text: LongText
  /** Where a command runs, when the agent says so. */
  cwd?: string
  /** What else was given with the command, so that nothing given is out of sight. */
  rest?: string
}

/** Null: nothing was given, or only an empty object. */
export function readableInput({ rawInput }: Pick<ToolCall, 'rawInput'>): ReadableInput | null {
  if (rawInput === undefined) return null
  if (typeof rawInput !== 'string') return { kind: 'input', text: rawInput }
  const value = parsed(rawInput)
  if (value === undefined) return rawInput.trim() === '' ? null : { kind: 'input', text: rawInput }
  if (!isRecord(value)) return value === null ? null : { kind: 'input', text: pretty(value) }
  if (Object.keys(value).length === 0) return null
  return commandOf(value) ?? { kind: 'input', text: pretty(value) }
}

function commandOf(value: Record<string, unknown>): ReadableInput | null {
  const { command, cwd, ...others } = value
  const text = commandText(command)
  if (text === null) return null
  const rest = Object.keys(others).length > 0 ? pretty(others) : ''
  return { kind: 'command', text, ...(typeof cwd === 'string' && { cwd }), ...(rest !== '' && { rest }) }
}

/** A shell's one argument reads as the command; other argument lists stay lists, so that their edges are seen. */
function commandText(command: unknown): string | null {
  if (typeof command === 'string') return command
  if (!Array.isArray(command) || !command.every((part) => typeof part === 'string')) return null
  return command
    .map((part: string) => (/^[\w@%+=:,./-]+$/.test(part) ? part : JSON.stringify(part)))
    .join(' ')
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ONE_LINE_CHARS = 60
function pretty(value: unknown): string {
  const short = JSON.stringify(value)
  return short.length <= ONE_LINE_CHARS ? short : JSON.stringify(value, null, 2)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // Partial or no JSON: shown as it came.
  }
}
