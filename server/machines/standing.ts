import type { Scope } from '../../shared/wire/identity.ts'
import type { UserStore } from '../accounts/user-store.ts'
import type { GrantStore } from '../grants/store.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { AuthoritySettings } from '../settings/ports.ts'
import type { MachineRow, MachineStore } from './store.ts'

/** What a machine is worth at this moment, derived from rows each time it is asked. */
export interface Standing {
  /** How many machines this user may run. */
  limitOf(user: string): number
  isOverLimit(machine: MachineRow): boolean
  isOwnerDisabled(machine: MachineRow): boolean
  /** What a capability minted now would carry; null without a grant. */
  scopesNow(user: string, machine: MachineRow): Scope[] | null
}

export interface StandingDeps {
  users: UserStore
  machines: MachineStore
  grants: GrantStore
  settings: Pick<AuthoritySettings, 'machineLimit'>
  limits: Pick<AuthorityLimits, 'machines'>
}

export function createStanding({ users, machines, grants, settings, limits }: StandingDeps): Standing {
  const limitOf = (user: string): number => {
    const own = users.get(user)?.machineLimit ?? settings.machineLimit()
    return Math.min(own, limits.machines)
  }
  return {
    limitOf,
    // Derived by rank, not stored: a raised limit or a revoked machine brings others back by itself.
    isOverLimit: ({ owner, acquiredAt, id }) =>
      owner !== null && machines.rank({ owner, acquiredAt, id }) >= limitOf(owner),
    isOwnerDisabled: ({ owner }) => owner !== null && users.get(owner)?.disabledAt !== null,
    scopesNow: (user, machine) =>
      grants.scopes(user, machine.id)?.filter((scope) => machine.remoteChat || scope === 'session:read') ??
      null,
  }
}
