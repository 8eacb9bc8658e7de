import type { UserStore } from '../accounts/user-store.ts'
import type { Site } from '../auth/site.ts'
import type { EmailChangeStore } from '../email/store.ts'
import type { RegistrationStore } from '../registration/store.ts'
import {
  confirmLetter,
  emailChangedLetter,
  inviteLetter,
  knownLetter,
  passwordChangedLetter,
  resetLetter,
  verifyLetter,
} from './letters.ts'
import type { Compose, Letter } from './ports.ts'
import type { MailTokenKind } from './token-store.ts'
import type { MailTokens } from './tokens.ts'

export interface ComposeDeps {
  users: UserStore
  registrations: RegistrationStore
  emailChanges: EmailChangeStore
  mailTokens: MailTokens
  site: Pick<Site, 'origin'>
}

/**
 * Each letter as it is true when it is handed over: an account that was disabled, deleted or verified meanwhile gets
 * another one, or none. Its token is made here, so that no token waits anywhere to be read.
 */
export function createCompose(deps: ComposeDeps): Compose {
  const { users, registrations, emailChanges, mailTokens } = deps
  return (work, { kind, user: id, subject }) => {
    const from = { origin: deps.site.origin() }
    if (kind === 'confirm') return confirmation()
    const user = id === null ? null : users.get(id)
    if (user?.disabledAt !== null) return null
    const { name, email, pendingEmail } = user
    const linkFor = (what: MailTokenKind, about: string | null): string =>
      mailTokens.mint(work, what, { user: user.id, subject: about }).link
    switch (kind) {
      case 'reset':
        return email === null ? null : resetLetter(from, email, name, linkFor('reset', null))
      case 'invite':
        return pendingEmail === null || user.passwordHash !== null
          ? null
          : inviteLetter(from, pendingEmail, name, linkFor('invite', pendingEmail))
      case 'verify':
        // Only to the address that was asked for last: what was meant for others does not add up there.
        return pendingEmail === null || subject !== pendingEmail
          ? null
          : verifyLetter(from, pendingEmail, name, linkFor('verify', pendingEmail))
      case 'email_changed':
        return changed(user.id, name)
      case 'password_changed':
        return email === null ? null : passwordChangedLetter(from, email, name)
    }

    function confirmation(): Letter | null {
      const registration = subject === null ? null : registrations.open(subject, work.now)
      if (!registration) return null
      const known = users.byEmail(registration.email)
      if (known) return knownLetter(from, registration.email, known.name)
      const { link } = mailTokens.mint(work, 'confirm', { user: null, subject: registration.id })
      return confirmLetter(from, registration.email, registration.name, link)
    }

    function changed(userId: string, userName: string): Letter | null {
      const change = subject === null ? null : emailChanges.get(subject)
      if (change?.oldEmail === null || change?.undoneAt !== null) return null
      const { link } = mailTokens.mint(work, 'undo', { user: userId, subject: change.id })
      return emailChangedLetter(from, change.oldEmail, {
        name: userName,
        gone: change.newEmail === null,
        link,
      })
    }
  }
}
