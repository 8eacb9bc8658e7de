/** Narrow looks at what a frame's header and body claim to be. `undefined`: not that. */
import { isRunId } from '../../shared/ids.ts'

type Header = Record<string, unknown>

export function runOf(header: Header): string | undefined {
  const { run } = header
  return typeof run === 'string' && isRunId(run) ? run : undefined
}

/** A whole number from 0, exactly represented. */
export function countOf(header: Header, field: string): number | undefined {
  const value = header[field]
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

export function textOf(header: Header, field: string): string | undefined {
  const value = header[field]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A program and its arguments. */
export function argvOf(header: Header): string[] | undefined {
  const { argv } = header
  if (!Array.isArray(argv) || argv.length === 0) return undefined
  return argv.every((part) => typeof part === 'string') ? argv : undefined
}

/** The body of SPAWN: names and values. */
export function environmentOf(body: Uint8Array): Record<string, string> | undefined {
  const value = jsonOf(new TextDecoder().decode(body))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value)
  return entries.every(([, text]) => typeof text === 'string') ? Object.fromEntries(entries) : undefined
}

/** `undefined`: not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // Not being JSON is an answer here, not a fault.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
