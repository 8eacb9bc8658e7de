import { Elysia } from 'elysia'
import { ok, type Result } from '../../shared/errors.ts'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { SEARCH_QUERY_BYTES } from '../../shared/limits.ts'
import { Type } from '../../shared/typebox.ts'
import { SearchPage } from '../../shared/wire/search.ts'
import { identity } from '../auth/identity.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { MessageStore } from './message-store.ts'
import { search } from './search.ts'

export interface SearchRouteDeps {
  sessions: Sessions
  messages: Pick<MessageStore, 'find'>
}

export const searchRoutes = (deps: SearchRouteDeps) => {
  const idOf = (name: string | undefined): Result<string | null> => {
    if (name === undefined) return ok(null)
    const session = deps.sessions.row(name)
    return session.ok ? ok(session.value.id) : session
  }
  return new Elysia({ name: 'search', prefix: '/v1' }).use(identity).get(
    '/search',
    ({ query }) => {
      const session = idOf(query.session)
      if (!session.ok) return refusal(session.error)
      const before = query.before === undefined ? null : Number(query.before)
      return answer(search(deps.messages, { query: query.q, before, session: session.value }))
    },
    {
      query: Type.Object({
        q: Type.String({ maxLength: SEARCH_QUERY_BYTES }),
        before: Type.Optional(Type.String({ pattern: '^\\d{1,15}$|^[1-8]\\d{15}$' })),
        session: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      }),
      response: answers(200, SearchPage),
    },
  )
}
