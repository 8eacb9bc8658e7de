/**
 * What agents, archives and channels write is untrusted text. A *label* (title, file name, option name) is
 * cleaned and cut; a *command or message to be judged* is never cleaned, only made visible.
 */
import { headUtf8 } from './bytes.ts'
import { LABEL_BYTES } from './limits.ts'

// C0, DEL, C1, bidi marks, embeddings, overrides and isolates, zero-width characters, BOM, line separators.
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g

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

/** For a terminal: text without C0 (but newline and tab), C1, OSC or CSI other than colour. */
export function terminalSafe(text: string): string {
  let out = ''
  let last = 0
  // biome-ignore lint/complexity/useRegexLiterals: readable escapes
  const escape = new RegExp(
    '\\u001b\\[[0-9;]*m|\\u001b\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)?|\\u001b\\[[0-?]*[ -/]*[@-~]?|\\u001b.?|[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]',
    'gs',
  )
  for (const match of text.matchAll(escape)) {
    out += text.slice(last, match.index)
    if (/^\u001b\[[0-9;]*m$/.test(match[0])) out += match[0]
    last = match.index + match[0].length
  }
  return out + text.slice(last)
}
