import { Elysia } from 'elysia'
import { answer, answers } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { Person } from '../../shared/wire/grant.ts'
import { signedIn } from '../auth/identity.ts'
import type { Rates } from '../throttle/rates.ts'
import type { Accounts } from './accounts.ts'

/** Whom an id stands for, so that a machine is shared with who was meant. Ids are given, and cannot be searched. */
export const peopleRoutes = ({ accounts, rates }: { accounts: Pick<Accounts, 'person'>; rates: Rates }) =>
  new Elysia({ name: 'people', prefix: '/v1/users' }).use(signedIn).get(
    '/:user',
    ({ who, params }) => {
      const allowed = rates('people', who.user.id)
      return answer(allowed.ok ? accounts.person(params.user) : allowed)
    },
    { params: Type.Object({ user: Type.String({ maxLength: 64 }) }), response: answers(200, Person) },
  )
