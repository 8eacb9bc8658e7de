import { Elysia } from 'elysia'
import { ok, type Result, refuse } from '../../shared/errors.ts'
import { answer, answers } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { Ask, AskChain, AskRecord } from '../../shared/wire/ask.ts'
import { identity } from '../auth/identity.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { checkChain } from './chain.ts'
import type { RecordStore } from './record-store.ts'
import type { AskStore } from './store.ts'

const RECORDS_AT_ONCE = 100
const one = Type.Object({ session: Type.String({ minLength: 1, maxLength: 64 }) })

export const askRoutes = (deps: { sessions: Sessions; asks: AskStore; records: RecordStore }) => {
  const open = (name: string): Result<Ask[]> => {
    const session = deps.sessions.row(name)
    return session.ok ? ok(deps.asks.open(session.value.id).map((ask) => ask.body)) : session
  }
  const whole = (name: string, id: string): Result<Ask> => {
    const session = deps.sessions.row(name)
    if (!session.ok) return session
    const ask = deps.asks.get(session.value.id, id)
    return ask ? ok(ask.body) : refuse('ask_not_found', 'this session has no such ask')
  }
  return new Elysia({ name: 'asks', prefix: '/v1' })
    .use(identity)
    .get('/sessions/:session/asks', ({ params }) => answer(open(params.session)), {
      params: one,
      response: answers(200, Type.Array(Ask)),
    })
    .get('/sessions/:session/asks/:ask', ({ params }) => answer(whole(params.session, params.ask)), {
      params: Type.Object({ ...one.properties, ask: Type.String({ minLength: 1, maxLength: 64 }) }),
      response: answers(200, Ask),
    })
    .get(
      '/asks/history',
      ({ query }) =>
        deps.records.list({
          session: query.session ?? null,
          before: Number(query.before ?? Number.MAX_SAFE_INTEGER),
          limit: Math.min(Number(query.limit ?? RECORDS_AT_ONCE), RECORDS_AT_ONCE),
        }),
      {
        query: Type.Object({
          session: Type.Optional(Type.String({ maxLength: 64 })),
          before: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })),
          limit: Type.Optional(Type.String({ pattern: '^\\d{1,4}$' })),
        }),
        response: answers(200, Type.Array(AskRecord)),
      },
    )
    .get('/asks/chain', () => checkChain(deps.records), { response: answers(200, AskChain) })
}
