import { ok, type Result, refuse } from '../../shared/errors.ts'

const ESCAPED_IN_DOUBLE_QUOTES = '"\\$`'

/**
 * Splits a command line into its words as a POSIX shell would: blanks, single and double quotes, backslash. No
 * shell runs and nothing is expanded, so `$HOME`, `~`, `*` and `;` stay as they are. Refuses (`invalid_request`)
 * an open quote, a trailing backslash and a line without a word; the message never repeats the line, which may
 * hold a key.
 */
export function splitCommandLine(text: string): Result<string[]> {
  const words: string[] = []
  // null between words: `''` is a word, nothing is not.
  let word: string | null = null
  let at = 0
  while (at < text.length) {
    const char = text.charAt(at)
    if (char === ' ' || char === '\t' || char === '\n') {
      if (word !== null) words.push(word)
      word = null
      at += 1
      continue
    }
    const piece =
      char === "'" ? singleQuoted(text, at) : char === '"' ? doubleQuoted(text, at) : bare(text, at)
    if ('refusal' in piece) return refuse('invalid_request', piece.refusal)
    word = (word ?? '') + piece.text
    at = piece.end
  }
  if (word !== null) words.push(word)
  return words.length > 0 ? ok(words) : refuse('invalid_request', 'The command line is empty.')
}

/** What was read and where the rest begins. */
type Piece = { text: string; end: number } | { refusal: string }

function singleQuoted(text: string, start: number): Piece {
  const close = text.indexOf("'", start + 1)
  if (close === -1) return { refusal: 'A single quote is never closed.' }
  return { text: text.slice(start + 1, close), end: close + 1 }
}

function doubleQuoted(text: string, start: number): Piece {
  let value = ''
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '"') return { text: value, end: at + 1 }
    const next = text.charAt(at + 1)
    if (char === '\\' && next !== '' && ESCAPED_IN_DOUBLE_QUOTES.includes(next)) {
      value += next
      at += 1
    } else {
      value += char
    }
  }
  return { refusal: 'A double quote is never closed.' }
}

function bare(text: string, at: number): Piece {
  if (text.charAt(at) !== '\\') return { text: text.charAt(at), end: at + 1 }
  if (at + 1 === text.length) return { refusal: 'The command line ends in a backslash.' }
  return { text: text.charAt(at + 1), end: at + 2 }
}
