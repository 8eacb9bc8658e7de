import { Elysia } from 'elysia'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import { SignedIn } from '../../shared/wire/identity.ts'
import { Confirm, Instance, Register, Sent, SetPassword } from '../../shared/wire/recovery.ts'
import { handOver } from '../accounts/hand-over.ts'
import type { CookieRules } from '../auth/cookie.ts'
import { visiting } from '../auth/identity.ts'
import type { Rates } from '../throttle/rates.ts'
import type { Registrations } from './registration.ts'

export interface RegistrationRouteDeps {
  registration: Registrations
  cookies: CookieRules
  rates: Rates
}

/** Ways to an account, for somebody who has none. */
export const registrationRoutes = (deps: RegistrationRouteDeps) => {
  const { registration, cookies, rates } = deps
  return new Elysia({ name: 'registration', prefix: '/v1' })
    .use(visiting)
    .get('/instance', () => registration.instance(), { response: answers(200, Instance) })
    .post(
      '/register',
      ({ visitor, body }) => {
        const allowed = rates('ways_in', visitor.address)
        return answer(allowed.ok ? registration.register(visitor, body) : allowed)
      },
      { body: Register, response: answers(200, Sent) },
    )
    .post(
      '/confirm',
      async ({ visitor, body, set }) => {
        const done = await registration.confirm(visitor, body)
        return done.ok ? handOver(cookies, visitor.cli, set.headers, done.value) : refusal(done.error)
      },
      { body: Confirm, response: answers(200, SignedIn) },
    )
    .post(
      '/invite',
      async ({ visitor, body, set }) => {
        const done = await registration.accept(visitor, body)
        return done.ok ? handOver(cookies, visitor.cli, set.headers, done.value) : refusal(done.error)
      },
      { body: SetPassword, response: answers(200, SignedIn) },
    )
}
