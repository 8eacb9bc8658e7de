import { createEmails, type EmailDeps, type Emails } from '../email/email.ts'
import type { AuthorityLimits } from '../limits.ts'
import { createLetterBound } from '../mail/letter-bound.ts'
import {
  createRegistrations,
  type RegistrationDeps,
  type Registrations,
} from '../registration/registration.ts'
import type { Throttle } from '../throttle/throttle.ts'
import { createRecovery, type Recovery, type RecoveryDeps } from './recovery.ts'

export interface WaysIn {
  registration: Registrations
  recovery: Recovery
  emails: Emails
}

type Named = Omit<RegistrationDeps & RecoveryDeps & EmailDeps, 'letterBound'>

/** How somebody without a sign-in comes to one, and the address that it hangs on. */
export function createWaysIn(deps: Named & { throttle: Throttle; limits: AuthorityLimits }): WaysIn {
  const all = { ...deps, letterBound: createLetterBound(deps.throttle, deps.limits) }
  return {
    registration: createRegistrations(all),
    recovery: createRecovery(all),
    emails: createEmails(all),
  }
}
