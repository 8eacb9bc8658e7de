import { Elysia } from 'elysia'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import type { Clock } from '../../shared/time.ts'
import { Type } from '../../shared/typebox.ts'
import { PasswordChange } from '../../shared/wire/account.ts'
import { Login, Me, SetUp, SignedIn } from '../../shared/wire/identity.ts'
import type { CookieRules } from '../auth/cookie.ts'
import { calling, signedIn, visiting } from '../auth/identity.ts'
import type { Rates } from '../throttle/rates.ts'
import type { Accounts } from './accounts.ts'
import { handOver } from './hand-over.ts'
import type { ChangePassword } from './password-change.ts'
import type { FirstAdmin } from './set-up.ts'

export interface AccountRouteDeps {
  accounts: Accounts
  changePassword: ChangePassword
  firstAdmin: Pick<FirstAdmin, 'setUp'>
  cookies: CookieRules
  rates: Rates
  clock: Clock
}

export const visitorRoutes = ({ accounts, firstAdmin, cookies }: AccountRouteDeps) =>
  new Elysia({ name: 'visitors', prefix: '/v1' })
    .use(visiting)
    .post(
      '/set-up',
      async ({ visitor, body, set }) => {
        const done = await firstAdmin.setUp(visitor, body)
        return done.ok ? handOver(cookies, visitor.cli, set.headers, done.value) : refusal(done.error)
      },
      { body: SetUp, response: answers(200, SignedIn) },
    )
    .post(
      '/login',
      async ({ visitor, body, set }) => {
        const done = await accounts.login(visitor, body)
        return done.ok ? handOver(cookies, visitor.cli, set.headers, done.value) : refusal(done.error)
      },
      { body: Login, response: answers(200, SignedIn) },
    )

/** What a script may ask too. */
export const callerRoutes = ({ accounts, clock }: AccountRouteDeps) =>
  new Elysia({ name: 'callers', prefix: '/v1' })
    .use(calling)
    .get('/me', ({ who }) => accounts.me(who, clock.now()), { response: answers(200, Me) })

export const accountRoutes = ({ accounts, changePassword, cookies, rates, clock }: AccountRouteDeps) =>
  new Elysia({ name: 'accounts', prefix: '/v1' })
    .use(signedIn)
    .post(
      '/logout',
      ({ who, set }) => {
        accounts.logout(who)
        set.headers['set-cookie'] = cookies.take()
        return { signedOut: true }
      },
      { response: answers(200, Type.Object({ signedOut: Type.Boolean() })) },
    )
    .post(
      '/fresh',
      async ({ who, body }) => {
        const allowed = rates('fresh', who.user.id)
        return allowed.ok ? answer(await accounts.freshen(who, body.password)) : refusal(allowed.error)
      },
      {
        body: Type.Object({ password: Type.String({ minLength: 1, maxLength: 128 }) }),
        response: answers(200, Me),
      },
    )
    .post(
      '/password',
      async ({ who, body }) => {
        const allowed = rates('password', who.user.id)
        const done = allowed.ok ? await changePassword(who, body) : allowed
        return done.ok ? accounts.me(done.value, clock.now()) : refusal(done.error)
      },
      { body: PasswordChange, response: answers(200, Me) },
    )
