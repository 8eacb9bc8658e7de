import { type AppError, type Result, refuse } from '../../shared/errors.ts'
import type { AuditAct } from '../../shared/wire/audit.ts'
import type { Grant } from '../../shared/wire/grant.ts'
import { ALL_SCOPES, type Scope } from '../../shared/wire/identity.ts'
import type { UserStore } from '../accounts/user-store.ts'
import type { AuditStore } from '../audit/store.ts'
import { needFresh } from '../auth/fresh.ts'
import { doneBy, type SignedInUser } from '../auth/principal.ts'
import type { Transactor, Work } from '../db/transact.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { MachineRow, MachineStore } from '../machines/store.ts'
import type { Revoke } from '../revocations/revoke.ts'
import type { GrantRow, GrantStore } from './store.ts'

export interface GrantDeps {
  grants: GrantStore
  machines: MachineStore
  users: UserStore
  audit: AuditStore
  revoke: Revoke
  transact: Transactor
  limits: AuthorityLimits
}

/** Who else may use a machine: for its owner to say, and for nobody in their place. */
export interface Grants {
  list(who: SignedInUser, machine: string): Result<Grant[]>
  /** Gives, or changes what was given. The password was given just now, or it is refused. */
  give(who: SignedInUser, machine: string, user: string, scopes: readonly Scope[]): Result<Grant>
  /** Takes away; that may be done at once. */
  end(who: SignedInUser, machine: string, user: string): Result<{ ended: string }>
  /** A grantee who wants it no longer. */
  leave(who: SignedInUser, machine: string): Result<{ left: string }>
}

type Refused = { ok: false; error: AppError }

export function createGrants(deps: GrantDeps): Grants {
  const { grants, machines, users, limits, transact } = deps

  const owned = (who: SignedInUser, id: string): Result<MachineRow> => {
    const row = machines.visible(id, who.user.id)
    // The same answer for no such machine and no grant: ids cannot be tried out here.
    if (!row) return refuse('machine_not_found', 'you have no such machine')
    return row.owner === who.user.id
      ? { ok: true, value: row }
      : refuse('forbidden', 'only its owner may do this')
  }

  const audit = (work: Work, who: SignedInUser, act: AuditAct, machine: string, person: string): void => {
    deps.audit.append({ at: work.now, ...doneBy(who), act, subject: machine, detail: person })
  }

  const shown = (machine: MachineRow, { user: id, scopes, createdAt }: GrantRow): Grant => {
    const user = users.get(id)
    const owner = machine.owner === id
    return { user: id, name: user?.name ?? '', scopes, owner, disabled: user?.disabledAt !== null, createdAt }
  }

  /** Why this person gets nothing on this machine. */
  const problem = (machine: MachineRow, id: string): Refused | null => {
    const user = users.get(id)
    if (!user) return refuse('user_not_found', 'nobody has this id')
    if (machine.owner === id) return refuse('grant_is_owner', 'the owner’s own access cannot be changed')
    if (user.disabledAt !== null) return refuse('grantee_disabled', 'this account is disabled')
    if (grants.scopes(id, machine.id) !== null) return null
    if (machines.labelTaken(machine.label, id, null)) {
      return refuse('label_taken', 'they have a machine of that name already')
    }
    return grants.usersOf(machine.id).length > limits.grantees
      ? refuse('machine_limit', `a machine is shared with ${limits.grantees} people at most`)
      : null
  }

  const write = (work: Work, who: SignedInUser, machine: MachineRow, grant: GrantRow): void => {
    const before = grants.scopes(grant.user, machine.id)
    if (before === null) grants.insert({ ...grant, grantedBy: who.user.id, at: work.now })
    else grants.setScopes(grant.user, machine.id, grant.scopes)
    audit(work, who, before === null ? 'granted' : 'grant_changed', machine.id, grant.user)
    if (before?.some((scope) => !grant.scopes.includes(scope)))
      deps.revoke.onMachine(work, machine.id, [grant.user])
  }

  const drop = (work: Work, who: SignedInUser, machine: MachineRow, user: string, act: AuditAct): void => {
    deps.revoke.onMachine(work, machine.id, [user])
    grants.drop(user, machine.id)
    audit(work, who, act, machine.id, user)
  }

  return {
    list(who, id) {
      const found = owned(who, id)
      return found.ok ? { ok: true, value: grants.of(id).map((row) => shown(found.value, row)) } : found
    },
    give(who, id, user, scopes) {
      return transact((work) => {
        const found = owned(who, id)
        if (!found.ok) return found
        const machine = found.value
        // A mistake is told before a password is asked for.
        const refused = problem(machine, user)
        if (refused) return refused
        const fresh = needFresh(who, work.now, limits)
        if (!fresh.ok) return fresh
        const wanted = ALL_SCOPES.filter((scope) => scopes.includes(scope))
        write(work, who, machine, { user, machine: id, scopes: wanted, createdAt: work.now })
        const row = grants.of(id).find((grant) => grant.user === user)
        if (!row) throw new TypeError('a grant that was just written is not there')
        return { ok: true, value: shown(machine, row) }
      })
    },
    end(who, id, user) {
      return transact((work) => {
        const found = owned(who, id)
        if (!found.ok) return found
        if (found.value.owner === user)
          return refuse('grant_is_owner', 'the owner’s own access cannot be ended')
        if (grants.scopes(user, id) === null) return refuse('user_not_found', 'it is not shared with them')
        drop(work, who, found.value, user, 'grant_ended')
        return { ok: true, value: { ended: user } }
      })
    },
    leave(who, id) {
      return transact((work) => {
        const machine = machines.visible(id, who.user.id)
        if (!machine) return refuse('machine_not_found', 'you have no such machine')
        if (machine.owner === who.user.id) return refuse('grant_is_owner', 'it is yours: remove it instead')
        drop(work, who, machine, who.user.id, 'grant_left')
        return { ok: true, value: { left: id } }
      })
    },
  }
}
