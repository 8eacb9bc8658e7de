import { Elysia } from 'elysia'
import { answer, answers } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { AuditPage, CircuitPage, PageQuery } from '../../shared/wire/audit.ts'
import { signedIn } from '../auth/identity.ts'
import type { Records } from './pages.ts'

const one = Type.Object({ machine: Type.String({ minLength: 1, maxLength: 64 }) })

/** What was done, for those whom it concerns. */
export const recordRoutes = ({ records }: { records: Records }) =>
  new Elysia({ name: 'records', prefix: '/v1' })
    .use(signedIn)
    .get('/audit', ({ who, query }) => records.own(who, query), {
      query: PageQuery,
      response: answers(200, AuditPage),
    })
    .get(
      '/machines/:machine/audit',
      ({ who, params, query }) => answer(records.ofMachine(who, params.machine, query)),
      { params: one, query: PageQuery, response: answers(200, AuditPage) },
    )
    .get(
      '/machines/:machine/circuits',
      ({ who, params, query }) => answer(records.circuitsOf(who, params.machine, query)),
      { params: one, query: PageQuery, response: answers(200, CircuitPage) },
    )
