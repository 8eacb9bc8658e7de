import { Elysia } from 'elysia'
import { answers, refusal } from '../../shared/http/errors.ts'
import { Forgot, ResetDone, Sent, SetPassword } from '../../shared/wire/recovery.ts'
import { handOver } from '../accounts/hand-over.ts'
import type { CookieRules } from '../auth/cookie.ts'
import { visiting } from '../auth/identity.ts'
import type { Rates } from '../throttle/rates.ts'
import type { Recovery } from './recovery.ts'

export interface RecoveryRouteDeps {
  recovery: Recovery
  cookies: CookieRules
  rates: Rates
}

/** For somebody who lost their password. */
export const recoveryRoutes = ({ recovery, cookies, rates }: RecoveryRouteDeps) =>
  new Elysia({ name: 'recovery', prefix: '/v1' })
    .use(visiting)
    .post(
      '/forgot',
      ({ visitor, body }) => {
        const allowed = rates('ways_in', visitor.address)
        return allowed.ok ? recovery.forgot(body.email) : refusal(allowed.error)
      },
      { body: Forgot, response: answers(200, Sent) },
    )
    .post(
      '/reset',
      async ({ visitor, body, set }) => {
        const done = await recovery.reset(visitor, body)
        if (!done.ok) return refusal(done.error)
        return { ...handOver(cookies, visitor.cli, set.headers, done.value), keys: done.value.keys }
      },
      { body: SetPassword, response: answers(200, ResetDone) },
    )
