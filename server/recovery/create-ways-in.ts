import { createEmails, type EmailDeps, type Emails } from '../email/email.ts'
import {
  createRegistrations,
  type RegistrationDeps,
  type Registrations,
} from '../registration/registration.ts'
import { createRecovery, type Recovery, type RecoveryDeps } from './recovery.ts'

export interface WaysIn {
  registration: Registrations
  recovery: Recovery
  emails: Emails
}

/** How somebody without a sign-in comes to one, and the address that it hangs on. */
export const createWaysIn = (deps: RegistrationDeps & RecoveryDeps & EmailDeps): WaysIn => ({
  registration: createRegistrations(deps),
  recovery: createRecovery(deps),
  emails: createEmails(deps),
})
