/**
 * What agents, archives and channels write is untrusted text. A *label* (title, file name, option name) is
 * cleaned and cut; a *command or message to be judged* is never cleaned, only made visible.
 */
import { headUtf8 } from './bytes.ts'
import { LABEL_BYTES } from './limits.ts'

// Controls, line separators, and whatever Unicode lets a renderer draw as nothing: bidi marks and overrides,
// zero-width characters, fillers, tags and variation selectors (which can carry whole hidden texts), but for the
// selector that says how the picture before it is drawn.
const INVISIBLE =
  /(?![\ufe0e\ufe0f])[\p{Cc}\p{Zl}\p{Zp}\p{DI}\ufff9-\ufffb]|(?<!\p{Extended_Pictographic})[\ufe0e\ufe0f]/gu
const BREAKS = /[\t-\r\u0085\u2028\u2029]/

/** One line without control, bidi or zero-width characters, at most {@link LABEL_BYTES}. */
export function cleanLabel(text: string, limit = LABEL_BYTES): string {
  const visible = text.replace(INVISIBLE, (char) => (BREAKS.test(char) ? ' ' : ''))
  return headUtf8(visible.replace(/\s+/g, ' ').trim(), limit).trimEnd()
}

/** Every invisible character but newline and tab as an escape a person can see: what is approved is what is shown. */
export function showInvisible(text: string): string {
  return text.replace(INVISIBLE, (char) => (char === '\n' || char === '\t' ? char : escaped(char)))
}

const escaped = (char: string): string => `\\u{${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`

// CSI with its parameters, OSC (and the other string sequences) to their end, any other escape, C0 and C1.
const CONTROL =
  /\u001b\[[0-?]*[ -/]*[@-~]?|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b.?|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gs
const COLOUR = /^\u001b\[[0-9;]*m$/

/** For a terminal: newline, tab and colour stay; every other control character or sequence goes. */
export function terminalSafe(text: string): string {
  return text.replace(CONTROL, (sequence) => (COLOUR.test(sequence) ? sequence : ''))
}
