import { Elysia } from 'elysia'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { Grant, GrantChange, Grants as GrantList } from '../../shared/wire/grant.ts'
import { signedIn } from '../auth/identity.ts'
import type { Rates } from '../throttle/rates.ts'
import type { Grants } from './grants.ts'

const id = Type.String({ minLength: 1, maxLength: 64 })
const one = Type.Object({ machine: id })
const another = Type.Object({ machine: id, user: id })

/** Sharing a machine. People only: no key gives what outlives it. */
export const grantRoutes = ({ grants, rates }: { grants: Grants; rates: Rates }) =>
  new Elysia({ name: 'grants', prefix: '/v1/machines' })
    .use(signedIn)
    .get(
      '/:machine/grants',
      ({ who, params }) => {
        const found = grants.list(who, params.machine)
        return found.ok ? { grants: found.value } : refusal(found.error)
      },
      { params: one, response: answers(200, GrantList) },
    )
    .put(
      '/:machine/grants/:user',
      ({ who, params, body }) => {
        const allowed = rates('grants', who.user.id)
        return answer(allowed.ok ? grants.give(who, params.machine, params.user, body.scopes) : allowed)
      },
      { params: another, body: GrantChange, response: answers(200, Grant) },
    )
    .delete(
      '/:machine/grants/:user',
      ({ who, params }) => {
        const allowed = rates('grants', who.user.id)
        return answer(allowed.ok ? grants.end(who, params.machine, params.user) : allowed)
      },
      { params: another, response: answers(200, Type.Object({ ended: Type.String() })) },
    )
    .delete(
      '/:machine/grant',
      ({ who, params }) => {
        const allowed = rates('grants', who.user.id)
        return answer(allowed.ok ? grants.leave(who, params.machine) : allowed)
      },
      { params: one, response: answers(200, Type.Object({ left: Type.String() })) },
    )
