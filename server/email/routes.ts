import { Elysia } from 'elysia'
import { answer, answers, refusal } from '../../shared/http/errors.ts'
import type { Clock } from '../../shared/time.ts'
import { EmailChange } from '../../shared/wire/account.ts'
import { Me } from '../../shared/wire/identity.ts'
import { EmailNow, MailToken } from '../../shared/wire/recovery.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { signedIn, visiting } from '../auth/identity.ts'
import type { Rates } from '../throttle/rates.ts'
import type { Emails } from './email.ts'

export interface EmailRouteDeps {
  emails: Emails
  accounts: Pick<Accounts, 'me'>
  rates: Rates
  clock: Clock
}

/** The account’s address. */
export const emailRoutes = ({ emails, accounts, rates, clock }: EmailRouteDeps) =>
  new Elysia({ name: 'email', prefix: '/v1/email' })
    .use(signedIn)
    .put(
      '/',
      ({ who, body }) => {
        const allowed = rates('email', who.user.id)
        const done = allowed.ok ? emails.ask(who, body.email) : allowed
        return done.ok ? accounts.me(done.value, clock.now()) : refusal(done.error)
      },
      { body: EmailChange, response: answers(200, Me) },
    )
    .delete(
      '/',
      ({ who }) => {
        const allowed = rates('email', who.user.id)
        const done = allowed.ok ? emails.remove(who) : allowed
        return done.ok ? accounts.me(done.value, clock.now()) : refusal(done.error)
      },
      { response: answers(200, Me) },
    )

/** What links in letters do, by the press of a button; whoever has the letter need not be signed in. */
export const emailLinkRoutes = ({ emails }: Pick<EmailRouteDeps, 'emails'>) =>
  new Elysia({ name: 'email-links', prefix: '/v1/email' })
    .use(visiting)
    .post('/verify', ({ visitor, body }) => answer(emails.verify(visitor, body.token)), {
      body: MailToken,
      response: answers(200, EmailNow),
    })
    .post('/undo', ({ visitor, body }) => answer(emails.undo(visitor, body.token)), {
      body: MailToken,
      response: answers(200, EmailNow),
    })
