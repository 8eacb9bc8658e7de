/**
 * What agents, archives and channels write is untrusted text. A *label* (title, file name, option name) is
 * cleaned and cut; a *command or message to be judged* is never cleaned, only made visible.
 */
import { headUtf8 } from './bytes.ts'
import { LABEL_BYTES } from './limits.ts'

// C0, DEL, C1, bidi marks, embeddings, overrides and isolates, zero-width characters, BOM, line separators.
const INVISIBLE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g

/** One line without control, bidi or zero-width characters, at most {@link LABEL_BYTES}. */
export function cleanLabel(text: string, limit = LABEL_BYTES): string {
  const line = text.replace(/\s+/g, ' ').replace(INVISIBLE, '').trim()
  return headUtf8(line, limit)
}

/** Every invisible character but newline and tab as an escape a person can see: what is approved is what is shown. */
export function showInvisible(text: string): string {
  return text.replace(INVISIBLE, (char) =>
    char === '\n' || char === '\t' ? char : `\\u{${char.charCodeAt(0).toString(16).padStart(4, '0')}}`,
  )
}

// CSI with its parameters, OSC (and the other string sequences) to their end, any other escape, C0 and C1.
const CONTROL =
  /\u001b\[[0-?]*[ -/]*[@-~]?|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b.?|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gs
const COLOUR = /^\u001b\[[0-9;]*m$/

/** For a terminal: newline, tab and colour stay; every other control character or sequence goes. */
export function terminalSafe(text: string): string {
  return text.replace(CONTROL, (sequence) => (COLOUR.test(sequence) ? sequence : ''))
}
