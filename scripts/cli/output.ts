/**
 * Where a command writes: results to stdout, everything said about them to stderr. Text that others wrote passes
 * {@link safeText} or `cleanLabel` before it gets here.
 */
import { terminalSafe } from '../../shared/untrusted.ts'
import type { CliError } from './cli-error.ts'
import { type Style, styleOf } from './style.ts'

/** A stream of this process. `write` answers false when the reader is behind. */
export interface Sink {
  isTTY: boolean
  /** Aborts when the reader closed its end (`| head`): there is nobody left to write for. */
  gone: AbortSignal
  write(text: string): boolean
  drained(): Promise<void>
}

export interface Output {
  json: boolean
  style: Style
  /** Style of stderr, where questions are drawn. */
  noteStyle: Style
  write(text: string): void
  line(text: string): void
  value(value: unknown): void
  note(text: string): void
  noteWrite(text: string): void
  fail(error: CliError): void
  /** Aborts when nobody reads stdout any more. */
  gone: AbortSignal
  /** Settles when the reader of stdout has caught up, so that a slow one bounds our memory. */
  drained(): Promise<void>
}

export function createOutput(out: Sink, err: Sink, options: { json: boolean; noColour: boolean }): Output {
  const noteStyle = styleOf(err.isTTY && !options.noColour)
  const noteWrite = (text: string) => void err.write(text)
  return {
    json: options.json,
    style: styleOf(out.isTTY && !options.noColour && !options.json),
    noteStyle,
    write: (text) => void out.write(text),
    line: (text) => void out.write(`${text}\n`),
    value: (value) => void out.write(`${JSON.stringify(value)}\n`),
    note: (text) => noteWrite(`${text}\n`),
    noteWrite,
    fail: (error) => {
      const { code, message, detail } = error
      if (!options.json) return noteWrite(`fairlead: ${safeText(message, noteStyle)}\n`)
      noteWrite(
        `${JSON.stringify({ error: { code, message, ...(detail === undefined ? {} : { detail }) } })}\n`,
      )
    },
    gone: out.gone,
    drained: () => out.drained(),
  }
}

const ESCAPE = '\u001b'
const COLOURS = /\u001b\[[0-9;]*m/g

/** Others' text for a terminal: no control but newline and tab; its colours only where we colour, and never left on. */
export function safeText(text: string, style: Style): string {
  const safe = terminalSafe(text)
  if (!safe.includes(ESCAPE)) return safe
  return style.colour ? `${safe}${ESCAPE}[0m` : safe.replace(COLOURS, '')
}
