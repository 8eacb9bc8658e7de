import { type Result, refuse } from '../../shared/errors.ts'
import { newUserId, type Random } from '../../shared/ids.ts'
import type { AdminUser, Invited, NewUser, UserChange, UserDeleted } from '../../shared/wire/admin.ts'
import type { AuditAct } from '../../shared/wire/audit.ts'
import type { AccountEnds } from '../accounts/account-ends.ts'
import type { SignInStore } from '../accounts/sign-in-store.ts'
import type { UserRow, UserStore } from '../accounts/user-store.ts'
import type { AuditStore } from '../audit/store.ts'
import { doneBy, type SignedInUser } from '../auth/principal.ts'
import type { Transactor, Work } from '../db/transact.ts'
import type { ApiKeyStore } from '../keys/store.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { MachineEnds } from '../machines/machine-ends.ts'
import type { Standing } from '../machines/standing.ts'
import type { MachineStore } from '../machines/store.ts'
import type { Outbox } from '../mail/ports.ts'
import type { AuthoritySettings } from '../settings/ports.ts'

/** Makes the link that lets an account choose its first password; what was made before for it is burnt. */
export type InviteLink = (work: Work, user: string) => { link: string; expiresAt: number }

export interface AdminUserDeps {
  users: UserStore
  signIns: SignInStore
  apiKeys: ApiKeyStore
  machines: MachineStore
  machineEnds: MachineEnds
  standing: Standing
  accountEnds: AccountEnds
  outbox: Pick<Outbox, 'put'>
  settings: Pick<AuthoritySettings, 'mail'>
  inviteLink: InviteLink
  audit: AuditStore
  transact: Transactor
  random: Random
  limits: AuthorityLimits
}

/** Accounts, for whoever runs the authority. Nothing here sets, shows or resets somebody's password. */
export interface AdminUsers {
  list(): AdminUser[]
  make(who: SignedInUser, wanted: NewUser): Result<Invited>
  invite(who: SignedInUser, id: string): Result<Invited>
  /** All of it or nothing. */
  change(who: SignedInUser, id: string, change: UserChange): Result<AdminUser>
  delete(who: SignedInUser, id: string): Result<UserDeleted>
}

export function createAdminUsers(deps: AdminUserDeps): AdminUsers {
  const { users, machines, standing, accountEnds, limits, transact } = deps

  const shown = (user: UserRow): AdminUser => ({
    id: user.id,
    name: user.name,
    email: user.email ?? user.pendingEmail,
    emailVerified: user.email !== null,
    admin: user.admin,
    createdAt: user.createdAt,
    disabledAt: user.disabledAt,
    seenAt: seenAt(user.id),
    hasPassword: user.passwordHash !== null,
    machines: machines.ownedCount(user.id),
    machineLimit: standing.limitOf(user.id),
    ownMachineLimit: user.machineLimit,
  })

  const seenAt = (user: string): number | null => {
    const times = [deps.signIns.lastUsed(user), deps.apiKeys.lastUsed(user)].filter((at) => at !== null)
    return times.length === 0 ? null : Math.max(...times)
  }

  const audit = (work: Work, who: SignedInUser, act: AuditAct, subject: string, detail?: string): void => {
    deps.audit.append({ at: work.now, ...doneBy(who), act, subject, detail: detail ?? null })
  }

  /** By letter where one can be sent; else by a link that is shown this once, to an account that has no password yet. */
  const invited = (work: Work, who: SignedInUser, user: UserRow): Invited => {
    audit(work, who, 'user_invited', user.id)
    const mailed = deps.settings.mail() !== null && user.pendingEmail !== null
    if (mailed) deps.outbox.put(work, { kind: 'invite', user: user.id, subject: null })
    const made = mailed ? null : deps.inviteLink(work, user.id)
    return { user: shown(user), link: made?.link ?? null, expiresAt: made?.expiresAt ?? null, mailed }
  }

  const reread = (id: string): UserRow => {
    const user = users.get(id)
    if (!user) throw new TypeError('an account that was just written is not there')
    return user
  }

  const apply = (
    work: Work,
    who: SignedInUser,
    { id, machineLimit: before }: UserRow,
    change: UserChange,
  ): void => {
    const { disabled, admin, machineLimit } = change
    if (admin !== undefined) accountEnds.setAdmin(work, who, id, admin)
    if (disabled !== undefined) accountEnds[disabled ? 'disable' : 'enable'](work, who, id)
    if (machineLimit === undefined || machineLimit === before) return
    users.setMachineLimit(id, machineLimit)
    audit(work, who, 'machine_limit_set', id, machineLimit === null ? 'default' : String(machineLimit))
    deps.machineEnds.lookAgain(work, id)
  }

  return {
    list: () => users.list().map(shown),
    make(who, { name, email, admin }) {
      return transact((work) => {
        if (users.byName(name)) return refuse('user_exists', 'somebody has this name')
        const id = newUserId(deps.random)
        users.insert({ id, name, admin: admin ?? false, createdAt: work.now, passwordHash: null })
        if (email !== undefined) users.setPendingEmail(id, email)
        audit(work, who, 'user_made', id)
        if (admin) audit(work, who, 'admin_given', id)
        return { ok: true, value: invited(work, who, reread(id)) }
      })
    },
    invite(who, id) {
      return transact((work) => {
        const user = users.get(id)
        if (!user) return refuse('user_not_found', 'nobody has this id')
        return user.passwordHash === null
          ? { ok: true, value: invited(work, who, user) }
          : refuse('password_set', 'this account has a password: its holder can have it set anew')
      })
    },
    change(who, id, change) {
      const { machineLimit } = change
      if (typeof machineLimit === 'number' && machineLimit > limits.machines) {
        const field = 'body/machineLimit'
        return refuse('invalid_request', `nobody runs more than ${limits.machines}`, { field })
      }
      return transact((work) => {
        const user = users.get(id)
        if (!user) return refuse('user_not_found', 'nobody has this id')
        // What could refuse is asked first: half of a change is none.
        const takes = change.disabled === true || change.admin === false
        const kept = takes ? accountEnds.kept(who, user) : null
        if (kept) return kept
        apply(work, who, user, change)
        return { ok: true, value: shown(reread(id)) }
      })
    },
    delete(who, id) {
      return transact((work) => {
        const user = users.get(id)
        if (!user) return refuse('user_not_found', 'nobody has this id')
        return accountEnds.kept(who, user) ?? { ok: true, value: accountEnds.delete(work, who, id) }
      })
    },
  }
}
