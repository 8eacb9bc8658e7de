import { ok, type Result } from '../../shared/errors.ts'
import { SEARCH_PAGE } from '../../shared/limits.ts'
import type { SearchHit, SearchPage } from '../../shared/wire/search.ts'
import { expressionOf } from './expression.ts'
import type { FoundRow, MessageStore } from './message-store.ts'
import { snippetOf } from './snippet.ts'

export interface SearchRequest {
  /** What was typed. */
  query: string
  /** The `next` of the page before this one; null: the newest. */
  before: number | null
  /** The id of the only session to search; null: all. */
  session: string | null
}

/** A page of what was said, newest first and never by rank: a common word costs no more than a rare one. */
export function search(store: Pick<MessageStore, 'find'>, request: SearchRequest): Result<SearchPage> {
  const expression = expressionOf(request.query, request.session)
  if (!expression.ok) return expression
  const rows = store.find(expression.value, request.before ?? Number.MAX_SAFE_INTEGER, SEARCH_PAGE + 1)
  const page = rows.slice(0, SEARCH_PAGE)
  const last = page.at(-1)
  return ok({
    hits: page.map(toHit),
    next: rows.length > SEARCH_PAGE && last ? String(last.id) : null,
  })
}

const toHit = ({ id: _, marked, ...row }: FoundRow): SearchHit => ({ ...row, snippet: snippetOf(marked) })
