import type { Clock } from '../../shared/time.ts'
import { createAccountEnds } from '../accounts/account-ends.ts'
import type { FirstAdmin } from '../accounts/set-up.ts'
import type { SignInStore } from '../accounts/sign-in-store.ts'
import type { EndSignIns } from '../accounts/sign-ins.ts'
import type { Site } from '../auth/site.ts'
import type { DeviceStore } from '../devices/store.ts'
import type { MailTokens } from '../mail/tokens.ts'
import type { Revoke } from '../revocations/revoke.ts'
import type { Rates } from '../throttle/rates.ts'
import { type AuthorityCare, type AuthorityCareDeps, createAuthorityCare } from './authority-care.ts'
import { createHostActs, type HostActs } from './host-acts.ts'
import { createMayChange, type MayChange } from './may-change.ts'
import { type AdminUserDeps, type AdminUsers, createAdminUsers } from './users.ts'

export interface AdminDeps
  extends AuthorityCareDeps,
    Omit<AdminUserDeps, 'accountEnds' | 'inviteLink' | 'settings'> {
  signIns: SignInStore
  devices: DeviceStore
  endSignIns: EndSignIns
  revoke: Revoke
  mailTokens: MailTokens
  firstAdmin: Pick<FirstAdmin, 'mint'>
  site: Pick<Site, 'origin'>
  rates: Rates
  clock: Clock
}

export interface Admin {
  adminUsers: AdminUsers
  care: AuthorityCare
  mayChange: MayChange
  hostActs: HostActs
}

/** What whoever runs the authority does with it: over its routes, and on its own host. */
export function createAdmin(deps: AdminDeps): Admin {
  const { mailTokens } = deps
  const accountEnds = createAccountEnds(deps)
  const adminUsers = createAdminUsers({
    ...deps,
    accountEnds,
    inviteLink: (work, user) => mailTokens.mint(work, 'invite', { user, subject: null }),
  })
  return {
    adminUsers,
    care: createAuthorityCare(deps),
    mayChange: createMayChange(deps),
    hostActs: createHostActs({ ...deps, adminUsers }),
  }
}
