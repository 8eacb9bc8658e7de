import { type AppError, type Result, refuse } from '../../shared/errors.ts'
import { newRegistrationId, newUserId, type Random } from '../../shared/ids.ts'
import type { AuditAct } from '../../shared/wire/audit.ts'
import type { Confirm, Instance, Register, Registration, SetPassword } from '../../shared/wire/recovery.ts'
import { type Accounts, deviceProblem, type LetIn, plainHttpRefused } from '../accounts/accounts.ts'
import type { UserRow, UserStore } from '../accounts/user-store.ts'
import type { AuditStore } from '../audit/store.ts'
import type { Visitor } from '../auth/principal.ts'
import type { Site } from '../auth/site.ts'
import type { Transactor, Work } from '../db/transact.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { LetterBound } from '../mail/letter-bound.ts'
import type { Outbox } from '../mail/ports.ts'
import type { MailTokens } from '../mail/tokens.ts'
import { createNewPassword } from '../passwords/new-password.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { AuthoritySettings } from '../settings/ports.ts'
import type { RegistrationStore } from './store.ts'

export interface RegistrationDeps {
  registrations: RegistrationStore
  users: UserStore
  accounts: Pick<Accounts, 'letIn'>
  passwords: Passwords
  mailTokens: MailTokens
  letterBound: LetterBound
  outbox: Pick<Outbox, 'put'>
  settings: AuthoritySettings
  audit: AuditStore
  transact: Transactor
  site: Site
  random: Random
  limits: AuthorityLimits
}

/** Making an account: by oneself where that is allowed, or by an invitation. */
export interface Registrations {
  instance(): Instance
  /** The same answer and the same writes, whatever is known of the address; asked again, it is sent again. */
  register(visitor: Visitor, wanted: Register): Result<{ sent: true }>
  /** Makes the account. A name that was taken meanwhile leaves the link good for another try. */
  confirm(visitor: Visitor, given: Confirm): Promise<Result<LetIn>>
  /** The first password of an account that an admin made. */
  accept(visitor: Visitor, given: SetPassword): Promise<Result<LetIn>>
}

type Refused = { ok: false; error: AppError }

export const linkUnusable = (): Refused =>
  refuse('code_unusable', 'this link was used, replaced or is too old: ask for a new one')

export function createRegistrations(deps: RegistrationDeps): Registrations {
  const { registrations, users, mailTokens, settings, site, limits, transact } = deps
  const newPassword = createNewPassword(deps)

  /** Before there is an admin nobody else comes first: the set-up link would be of no use any more. */
  const mode = (): Registration => (users.any() ? settings.registration() : 'closed')

  /** Public facts only: nothing here depends on who has an account. */
  const closed = (email: string): Refused | null => {
    if (!site.allowsSignIn()) return plainHttpRefused()
    if (mode() !== 'open') return refuse('registration_closed', 'nobody signs up here by themselves')
    if (settings.mail() === null) return refuse('mail_off', 'no letter can be sent from here')
    const domains = settings.domains()
    const domain = email.slice(email.lastIndexOf('@') + 1)
    return domains.length === 0 || domains.includes(domain)
      ? null
      : refuse('domain_refused', 'addresses of this domain may not sign up')
  }

  const audit = (work: Work, act: AuditAct, user: string, address: string): void =>
    deps.audit.append({ at: work.now, user, device: null, address, act, subject: user })

  const made = (work: Work, id: string): UserRow => {
    const user = users.get(id)
    if (!user) throw new TypeError(`an account that was written at ${work.now} is not there`)
    return user
  }

  /** What the link would make now, under this name. */
  const confirmable = (
    work: Work,
    token: string,
    another: string | undefined,
  ): Result<{ id: string; name: string; email: string }> => {
    const row = mailTokens.read(work, 'confirm', token)
    const registration = row?.subject ? registrations.open(row.subject, work.now) : null
    if (!registration) return linkUnusable()
    const { id, email } = registration
    const refused = closed(email)
    if (refused) return refused
    const name = another ?? registration.name
    if (users.byEmail(email)) return refuse('email_taken', 'another account has this address by now')
    return users.byName(name)
      ? refuse('user_exists', 'somebody has this name: choose another')
      : { ok: true, value: { id, name, email } }
  }

  return {
    instance: () => ({
      registration: mode(),
      mail: settings.mail() !== null,
      domains: settings.domains(),
    }),
    register(_visitor, wanted) {
      const email = wanted.email.toLowerCase()
      const refused = closed(email)
      if (refused) return refused
      // Past it the letter before is still good; that nothing is sent says nothing of whose the address is.
      if (!deps.letterBound('confirm', email)) return { ok: true, value: { sent: true } }
      return transact((work) => {
        const id = newRegistrationId(deps.random)
        const times = { createdAt: work.now, expiresAt: work.now + limits.confirmMs }
        registrations.insert({ id, name: wanted.name, email, ...times })
        deps.outbox.put(work, { kind: 'confirm', user: null, subject: id })
        return { ok: true, value: { sent: true } }
      })
    },
    async confirm({ address }, { token, name: another, password, device }) {
      if (!site.allowsSignIn()) return plainHttpRefused()
      const early = transact((work) => confirmable(work, token, another))
      if (!early.ok) return early
      const problem = deviceProblem(device)
      if (problem) return problem
      const hashed = await newPassword('public', address, { name: early.value.name, password })
      if (!hashed.ok) return hashed
      return transact((work) => {
        // Another request may have taken the link or the name while the password was hashed.
        const found = confirmable(work, token, another)
        if (!found.ok) return found
        const { id: registration, name, email } = found.value
        mailTokens.spend(work, token)
        registrations.end(registration, work.now)
        const id = newUserId(deps.random)
        users.insert({ id, name, admin: false, createdAt: work.now, passwordHash: hashed.value })
        users.setEmail(id, email, work.now)
        audit(work, 'registered', id, address)
        return { ok: true, value: deps.accounts.letIn(work, made(work, id), device, address) }
      })
    },
    async accept({ address }, { token, password, device }) {
      if (!site.allowsSignIn()) return plainHttpRefused()
      const early = transact((work) => {
        const row = mailTokens.read(work, 'invite', token)
        return row?.user ? users.get(row.user) : null
      })
      if (!early) return linkUnusable()
      const problem = deviceProblem(device)
      if (problem) return problem
      const hashed = await newPassword('public', address, { name: early.name, password })
      if (!hashed.ok) return hashed
      return transact((work) => {
        // Another request with the same link may have been first while the password was hashed.
        const row = mailTokens.read(work, 'invite', token)
        const user = row?.user ? users.get(row.user) : null
        if (!row || user?.disabledAt !== null || user.passwordHash !== null) return linkUnusable()
        mailTokens.spend(work, token)
        users.setPassword(user.id, hashed.value, work.now)
        // A letter that was answered shows whose the address is; a link on a screen does not.
        const shown = row.subject !== null && row.subject === user.pendingEmail && !users.byEmail(row.subject)
        if (shown) users.setEmail(user.id, row.subject, work.now)
        audit(work, 'password_set_by_invite', user.id, address)
        return { ok: true, value: deps.accounts.letIn(work, made(work, user.id), device, address) }
      })
    },
  }
}
