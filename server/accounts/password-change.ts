import { type Result, refuse } from '../../shared/errors.ts'
import type { PasswordChange } from '../../shared/wire/account.ts'
import type { AuditStore } from '../audit/store.ts'
import type { SignedInUser } from '../auth/principal.ts'
import type { Site } from '../auth/site.ts'
import type { Transactor } from '../db/transact.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { Outbox } from '../mail/ports.ts'
import { passwordProblem } from '../passwords/password-rules.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { invalidLogin, plainHttpRefused } from './accounts.ts'
import type { SignInRow, SignInStore } from './sign-in-store.ts'
import type { EndSignIns } from './sign-ins.ts'
import type { Throttling } from './throttling.ts'
import type { UserStore } from './user-store.ts'

export interface PasswordChangeDeps {
  users: UserStore
  signInStore: SignInStore
  endSignIns: EndSignIns
  passwords: Passwords
  throttling: Throttling
  audit: AuditStore
  outbox: Pick<Outbox, 'put'>
  transact: Transactor
  site: Site
  limits: AuthorityLimits
}

/**
 * By who knows the one of before. Every other sign-in ends; this one stays, and is fresh. Keys of scripts stay: each is
 * a credential of its own, for its holder to take back.
 */
export type ChangePassword = (who: SignedInUser, change: PasswordChange) => Promise<Result<SignedInUser>>

export function createChangePassword(deps: PasswordChangeDeps): ChangePassword {
  const { users, passwords, limits } = deps

  /** In both lanes of a person who is signed in; a spray at the door delays it by nothing. */
  const newHash = async (
    { user, address }: SignedInUser,
    { current, password }: PasswordChange,
  ): Promise<Result<string>> => {
    const weak = passwordProblem(password, user.name, limits)
    if (weak !== null) return refuse('invalid_request', weak, { field: 'body/password' })
    const tried = deps.throttling.fresh(user.id)
    if (!tried.ok) return tried
    const verified = await passwords.verify('signed_in', address, current, user.passwordHash)
    if (!verified.ok) tried.value.notLookedAt()
    if (!verified.ok) return verified
    if (!verified.value) return invalidLogin()
    tried.value.succeeded()
    return passwords.hash('signed_in', address, password)
  }

  return async (who, change) => {
    if (!deps.site.allowsSignIn()) return plainHttpRefused()
    const hashed = await newHash(who, change)
    if (!hashed.ok) return hashed
    return deps.transact((work) => {
      const { id, passwordHash } = who.user
      const { now } = work
      const signIn = deps.signInStore.get(who.signIn.id, id)
      const user = users.get(id)
      // The rows may have changed while the passwords were looked at.
      if (!isLive(signIn, now) || user?.disabledAt !== null || user.passwordHash !== passwordHash) {
        return invalidLogin()
      }
      users.setPassword(id, hashed.value, now)
      deps.signInStore.freshened(signIn.id, id, now)
      const by = { user: id, device: who.device, address: who.address }
      deps.audit.append({ at: now, ...by, act: 'password_changed', subject: id })
      deps.endSignIns(work, id, { except: signIn.id }, 'password_changed', by)
      if (user.email !== null) deps.outbox.put(work, { kind: 'password_changed', user: id, subject: null })
      return { ok: true, value: { ...who, user: users.get(id) ?? user, signIn: { ...signIn, freshAt: now } } }
    })
  }
}

const isLive = (signIn: SignInRow | null, now: number): signIn is SignInRow =>
  signIn?.endedAt === null && signIn.expiresAt > now
