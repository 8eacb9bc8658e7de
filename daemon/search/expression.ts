import { utf8Length } from '../../shared/bytes.ts'
import { ok, type Result, refuse } from '../../shared/errors.ts'
import { SEARCH_QUERY_BYTES, SEARCH_WORDS } from '../../shared/limits.ts'
import { hasWord, toWords } from './words.ts'

/** Quoted text is a phrase; a quote that is not closed goes to the end. */
const TERM = /"([^"]*)(?:"|$)|[^\s"]+/g

/**
 * What a person typed, as an FTS5 expression that finds messages with all of its words and phrases. Everything is
 * quoted, so nothing of it is ever syntax. `session` is the id of the only session to search, null for all.
 */
export function expressionOf(query: string, session: string | null): Result<string> {
  const field = { field: 'q' }
  if (utf8Length(query) > SEARCH_QUERY_BYTES) {
    const detail = { ...field, bound: SEARCH_QUERY_BYTES }
    return refuse('invalid_request', `a search is at most ${SEARCH_QUERY_BYTES} bytes`, detail)
  }
  const terms = [...query.matchAll(TERM)].map((match) => match[1] ?? match[0]).filter(hasWord)
  if (terms.length === 0) return refuse('invalid_request', 'a search needs a word', field)
  if (terms.length > SEARCH_WORDS) {
    const detail = { ...field, bound: SEARCH_WORDS }
    return refuse('invalid_request', `a search has at most ${SEARCH_WORDS} words and phrases`, detail)
  }
  const words = `{text} : (${terms.map(quoted).join(' AND ')})`
  return ok(session === null ? words : `${words} AND {session} : ${quoted(session.slice(SESSION_PREFIX))}`)
}

/** `s_`, which the index leaves out. */
const SESSION_PREFIX = 2

const quoted = (text: string): string => `"${toWords(text).replaceAll('"', '""')}"`
