import { type Result, refuse } from '../../shared/errors.ts'
import { newEmailChangeId, type Random } from '../../shared/ids.ts'
import type { AuditAct } from '../../shared/wire/audit.ts'
import type { EndSignIns } from '../accounts/sign-ins.ts'
import type { UserRow, UserStore } from '../accounts/user-store.ts'
import type { AuditStore } from '../audit/store.ts'
import { needFresh } from '../auth/fresh.ts'
import { doneBy, type SignedInUser, type Visitor } from '../auth/principal.ts'
import type { Transactor, Work } from '../db/transact.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { LetterBound } from '../mail/letter-bound.ts'
import type { Outbox } from '../mail/ports.ts'
import type { MailTokens } from '../mail/tokens.ts'
import { linkUnusable } from '../registration/registration.ts'
import type { AuthoritySettings } from '../settings/ports.ts'
import type { EmailChangeStore } from './store.ts'

export interface EmailDeps {
  users: UserStore
  emailChanges: EmailChangeStore
  endSignIns: EndSignIns
  mailTokens: MailTokens
  letterBound: LetterBound
  outbox: Pick<Outbox, 'put'>
  settings: Pick<AuthoritySettings, 'mail'>
  audit: AuditStore
  transact: Transactor
  random: Random
  limits: AuthorityLimits
}

/** The address of an account, which lets somebody in who lost the password. A change is told to the one before. */
export interface Emails {
  /** It counts once the letter to it was answered. The password was given just now, or it is refused. */
  ask(who: SignedInUser, email: string): Result<SignedInUser>
  remove(who: SignedInUser): Result<SignedInUser>
  verify(visitor: Visitor, token: string): Result<{ email: string | null }>
  /** By the address before: it is back, and nobody is signed in. */
  undo(visitor: Visitor, token: string): Result<{ email: string | null }>
}

export function createEmails(deps: EmailDeps): Emails {
  const { users, emailChanges, mailTokens, limits, transact } = deps

  const audit = (
    work: Work,
    by: { user: string; device: string | null; address: string },
    act: AuditAct,
  ): void => deps.audit.append({ at: work.now, ...by, act, subject: by.user })

  const reread = (who: SignedInUser): SignedInUser => ({ ...who, user: users.get(who.user.id) ?? who.user })

  /** Sets it, keeps the one before, and tells that one. */
  const change = (work: Work, user: UserRow, email: string | null): void => {
    const id = newEmailChangeId(deps.random)
    const times = { changedAt: work.now, undoUntil: work.now + limits.undoMs }
    emailChanges.insert({ id, user: user.id, oldEmail: user.email, newEmail: email, ...times })
    users.setEmail(user.id, email, work.now)
    if (user.email !== null) deps.outbox.put(work, { kind: 'email_changed', user: user.id, subject: id })
  }

  return {
    ask(who, given) {
      const email = given.toLowerCase()
      return transact((work) => {
        const fresh = needFresh(who, work.now, limits)
        if (!fresh.ok) return fresh
        if (deps.settings.mail() === null) return refuse('mail_off', 'no letter can be sent from here')
        const user = who.user.id
        if (users.get(user)?.email === email) {
          // What it is already: another one that was asked for is not wanted any more.
          users.setPendingEmail(user, null)
          return { ok: true, value: reread(who) }
        }
        if (!deps.letterBound('verify', email)) {
          const retryAfterMs = limits.letterWindowMs
          return refuse('throttled', 'this address was sent enough letters for now', { retryAfterMs })
        }
        users.setPendingEmail(user, email)
        deps.outbox.put(work, { kind: 'verify', user, subject: email })
        audit(work, doneBy(who), 'email_asked')
        return { ok: true, value: reread(who) }
      })
    },
    remove(who) {
      return transact((work) => {
        const fresh = needFresh(who, work.now, limits)
        if (!fresh.ok) return fresh
        const user = users.get(who.user.id)
        if (!user) return refuse('user_not_found', 'this account is gone')
        if (user.email === null) users.setPendingEmail(user.id, null)
        else {
          change(work, user, null)
          audit(work, doneBy(who), 'email_removed')
        }
        return { ok: true, value: reread(who) }
      })
    },
    verify({ address }, token) {
      return transact((work) => {
        const row = mailTokens.read(work, 'verify', token)
        const user = row?.user ? users.get(row.user) : null
        const email = row?.subject ?? null
        // Another one may have been asked for since.
        if (user?.disabledAt !== null || email === null || user.pendingEmail !== email) return linkUnusable()
        if (users.byEmail(email)) return refuse('email_taken', 'another account has this address')
        mailTokens.spend(work, token)
        change(work, user, email)
        audit(work, { user: user.id, device: null, address }, 'email_changed')
        return { ok: true, value: { email } }
      })
    },
    undo({ address }, token) {
      return transact((work) => {
        const row = mailTokens.read(work, 'undo', token)
        const done = row?.subject ? emailChanges.get(row.subject) : null
        const user = done && users.get(done.user)
        if (!done || !user || done.undoneAt !== null || done.undoUntil <= work.now) return linkUnusable()
        const { oldEmail } = done
        if (oldEmail !== null && (users.byEmail(oldEmail)?.id ?? user.id) !== user.id) {
          return refuse('email_taken', 'another account has this address by now')
        }
        users.setEmail(user.id, oldEmail, work.now)
        emailChanges.undone(done, work.now)
        // Whoever changed it was in, and may have links under way to be in again.
        mailTokens.burnAll(work, user.id)
        const by = { user: user.id, device: null, address }
        audit(work, by, 'email_undone')
        deps.endSignIns(work, user.id, {}, 'email_undone', by)
        return { ok: true, value: { email: oldEmail } }
      })
    },
  }
}
