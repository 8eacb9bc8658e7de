import { SNIPPET_CHARS, type Snippet } from '../../shared/wire/search.ts'
import { fromWords } from './words.ts'

/** What the index sets around a match; no text in it has them. */
export const MATCH_BEGINS = '\u0002'
export const MATCH_ENDS = '\u0003'
/** How much of what precedes the first match is kept when a piece is too long. */
const LEAD_CHARS = 80

/** A marked piece of a message as text on one line and the places of its matches. */
export function snippetOf(marked: string): Snippet {
  const matches: Snippet['matches'] = []
  let text = ''
  for (const [at, part] of fromWords(marked)
    .replace(/[\n\t]/g, ' ')
    .split(MATCH_BEGINS)
    .entries()) {
    const [match = '', after] = part.split(MATCH_ENDS)
    if (at > 0 && after !== undefined) matches.push([text.length, text.length + match.length])
    text += match + (after ?? '')
  }
  return bounded({ text, matches })
}

/** A word can be as long as its message: what is left is around the first match. */
function bounded({ text, matches }: Snippet): Snippet {
  if (text.length <= SNIPPET_CHARS) return { text, matches }
  const first = matches[0]?.[0] ?? 0
  const from = wholeCharacter(text, Math.max(0, Math.min(first - LEAD_CHARS, text.length - SNIPPET_CHARS)))
  const to = wholeCharacter(text, from + SNIPPET_CHARS)
  return {
    text: text.slice(from, to),
    matches: matches.flatMap(([begin, end]): [number, number][] =>
      begin < to && end > from ? [[Math.max(begin, from) - from, Math.min(end, to) - from]] : [],
    ),
  }
}

/** `at`, or the place before it where it is inside a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}
