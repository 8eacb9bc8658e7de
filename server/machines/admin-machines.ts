import { type AppError, type Result, refuse } from '../../shared/errors.ts'
import type { AdminMachine, Adopted } from '../../shared/wire/admin.ts'
import type { AuditAct } from '../../shared/wire/audit.ts'
import { ALL_SCOPES } from '../../shared/wire/identity.ts'
import type { EnrollmentCode } from '../../shared/wire/machine.ts'
import type { UserStore } from '../accounts/user-store.ts'
import type { AuditStore } from '../audit/store.ts'
import { doneBy, type SignedInUser } from '../auth/principal.ts'
import type { Transactor, Work } from '../db/transact.ts'
import type { Enrollment } from '../enrollment/enrollment.ts'
import type { GrantStore } from '../grants/store.ts'
import type { Relay } from '../relay/ports.ts'
import type { Revoke } from '../revocations/revoke.ts'
import { enrolledBy } from './enrolled-by.ts'
import type { MachineEnds } from './machine-ends.ts'
import type { Standing } from './standing.ts'
import type { MachineRow, MachineStore } from './store.ts'

export interface AdminMachineDeps {
  machines: MachineStore
  machineEnds: MachineEnds
  grants: GrantStore
  users: UserStore
  audit: AuditStore
  enrollment: Pick<Enrollment, 'mint' | 'burn'>
  standing: Standing
  relay: Pick<Relay, 'isOnline'>
  revoke: Revoke
  transact: Transactor
}

/**
 * What whoever runs the authority may do with machines. Not take one from somebody who is there, and not put another in
 * its place: both would hand them what others say to it.
 */
export interface AdminMachines {
  list(): AdminMachine[]
  /** Gives one that nobody owns to somebody; where people use it, to one of them. */
  adopt(who: SignedInUser, machine: string, owner: string): Result<Adopted>
  mintCode(who: SignedInUser, machine: string): Result<EnrollmentCode>
  revoke(who: SignedInUser, machine: string): Result<{ revoked: string }>
}

type Refused = { ok: false; error: AppError }

export function createAdminMachines(deps: AdminMachineDeps): AdminMachines {
  const { machines, grants, users, standing, transact } = deps

  const nameOf = (user: string | null): string | null =>
    user === null ? null : (users.get(user)?.name ?? null)

  const shown = (row: ReturnType<MachineStore['all']>[number]): AdminMachine => ({
    id: row.id,
    label: row.label,
    owner: row.owner,
    ownerName: nameOf(row.owner),
    enrolled: row.machineKey !== null,
    online: deps.relay.isOnline(row.id),
    overLimit: standing.isOverLimit(row),
    ownerDisabled: standing.isOwnerDisabled(row),
    grants: row.grants,
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    version: row.version,
    enrolledBy: enrolledBy(row.enrolledBy, null, users),
  })

  const find = (id: string): Result<MachineRow> => {
    const row = machines.get(id)
    return row?.revokedAt === null
      ? { ok: true, value: row }
      : refuse('machine_not_found', 'there is no such machine')
  }

  const audit = (work: Work, who: SignedInUser, act: AuditAct, machine: string, detail?: string): void =>
    deps.audit.append({ at: work.now, ...doneBy(who), act, subject: machine, detail: detail ?? null })

  /** No owner is not the same as nobody: those who may use it already are asked by being chosen from. */
  const adoptionProblem = (machine: MachineRow, owner: string): Refused | null => {
    if (machine.owner !== null) return refuse('machine_owned', 'this machine has an owner')
    const user = users.get(owner)
    if (!user) return refuse('user_not_found', 'nobody has this id')
    if (user.disabledAt !== null) return refuse('grantee_disabled', 'this account is disabled')
    const people = grants.usersOf(machine.id)
    if (people.length > 0 && !people.includes(owner)) {
      return refuse('machine_granted', 'people use this machine: it goes to one of them')
    }
    if (!people.includes(owner) && machines.labelTaken(machine.label, owner, null)) {
      return refuse('label_taken', 'they have a machine of that name already')
    }
    const limit = standing.limitOf(owner)
    return machines.ownedCount(owner) >= limit
      ? refuse('machine_limit', `they may have ${limit} machines`, { limit })
      : null
  }

  const adopt = (work: Work, who: SignedInUser, { id }: MachineRow, owner: string): number => {
    machines.adopt(id, owner, work.now, false)
    if (grants.scopes(owner, id) === null) {
      grants.insert({ user: owner, machine: id, scopes: ALL_SCOPES, grantedBy: who.user.id, at: work.now })
    } else grants.setScopes(owner, id, ALL_SCOPES)
    const burnt = deps.enrollment.burn(work, id, 'adopted')
    audit(work, who, 'machine_adopted', id, owner)
    deps.revoke.onMachine(work, id, grants.usersOf(id))
    return burnt
  }

  return {
    list: () => machines.all().map(shown),
    adopt(who, id, owner) {
      return transact((work) => {
        const found = find(id)
        if (!found.ok) return found
        const refused = adoptionProblem(found.value, owner)
        if (refused) return refused
        const codesBurnt = adopt(work, who, found.value, owner)
        const row = machines.all().find((machine) => machine.id === id)
        if (!row) throw new TypeError('a machine that was just written is not there')
        return { ok: true, value: { machine: shown(row), codesBurnt } }
      })
    },
    mintCode(who, id) {
      return transact((work) => {
        const found = find(id)
        if (!found.ok) return found
        const { owner, machineKey } = found.value
        if (machineKey !== null && (owner !== null || grants.usersOf(id).length > 0)) {
          return refuse(
            'machine_enrolled',
            'it runs, and somebody depends on it: only its owner sets it up anew',
          )
        }
        audit(work, who, 'enrollment_code_minted', id)
        return { ok: true, value: deps.enrollment.mint(work, id, who.user.id) }
      })
    },
    revoke(who, id) {
      return transact((work) => {
        const found = find(id)
        if (!found.ok) return found
        deps.machineEnds.revoke(work, id, doneBy(who), 'machine_revoked')
        return { ok: true, value: { revoked: id } }
      })
    },
  }
}
