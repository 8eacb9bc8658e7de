import { type AppError, type Result, refuse } from '../../shared/errors.ts'
import { newMachineId, type Random } from '../../shared/ids.ts'
import type { AuditAct } from '../../shared/wire/audit.ts'
import { ALL_SCOPES } from '../../shared/wire/identity.ts'
import type { EnrollmentCode, Machine, MachineChange, RegisteredMachine } from '../../shared/wire/machine.ts'
import type { UserStore } from '../accounts/user-store.ts'
import type { AuditStore } from '../audit/store.ts'
import { type Caller, doneBy, type SignedInUser } from '../auth/principal.ts'
import type { Transactor, Work } from '../db/transact.ts'
import type { Enrollment } from '../enrollment/enrollment.ts'
import type { GrantStore } from '../grants/store.ts'
import type { Relay } from '../relay/ports.ts'
import type { Revoke } from '../revocations/revoke.ts'
import { enrolledBy } from './enrolled-by.ts'
import { LIKE_AN_ID } from './label.ts'
import type { MachineEnds } from './machine-ends.ts'
import type { Standing } from './standing.ts'
import type { MachineRow, MachineStore } from './store.ts'

export interface MachineDeps {
  machines: MachineStore
  grants: GrantStore
  users: UserStore
  audit: AuditStore
  enrollment: Pick<Enrollment, 'mint'>
  machineEnds: MachineEnds
  standing: Standing
  relay: Pick<Relay, 'isOnline'>
  revoke: Revoke
  transact: Transactor
  random: Random
}

export interface Machines {
  list(who: Caller): Machine[]
  /** Registers, owns, grants every scope and mints the code in one act. */
  register(who: Caller, label: string): Result<RegisteredMachine>
  change(who: Caller, id: string, change: MachineChange): Result<Machine>
  /** A code for another daemon in its place; the keys of now hold until it is used. */
  mintCode(who: Caller, id: string): Result<EnrollmentCode>
  revoke(who: SignedInUser, id: string): Result<{ revoked: string }>
}

export function createMachines(deps: MachineDeps): Machines {
  const { machines, grants, standing, enrollment, transact } = deps

  const nameOf = (user: string | null, who: Caller): string | null =>
    user === null || user === who.user.id ? null : (deps.users.get(user)?.name ?? null)

  const shown = (who: Caller, row: MachineRow): Machine => ({
    id: row.id,
    label: row.label,
    owned: row.owner === who.user.id,
    owner: nameOf(row.owner, who),
    enrolled: row.machineKey !== null,
    online: deps.relay.isOnline(row.id),
    lastSeenAt: row.lastSeenAt,
    overLimit: standing.isOverLimit(row),
    ownerDisabled: standing.isOwnerDisabled(row),
    remoteChat: row.remoteChat,
    scopes: grants.scopes(who.user.id, row.id) ?? [],
    key: row.machineKey,
    version: row.version,
    enrolledBy: enrolledBy(row.enrolledBy, who.user.id, deps.users),
  })

  const reread = (who: Caller, id: string): Machine => {
    const row = machines.visible(id, who.user.id)
    if (!row) throw new TypeError('a machine that was just written is not there')
    return shown(who, row)
  }

  const owned = (who: Caller, id: string): Result<MachineRow> => {
    const row = machines.visible(id, who.user.id)
    if (!row) return refuse('machine_not_found', 'you have no such machine')
    return row.owner === who.user.id
      ? { ok: true, value: row }
      : refuse('forbidden', 'only its owner may do this')
  }

  const audit = (work: Work, who: Caller, act: AuditAct, subject: string): void =>
    deps.audit.append({ at: work.now, ...doneBy(who), act, subject })

  const labelProblem = (
    who: Caller,
    label: string,
    id: string | null,
  ): { ok: false; error: AppError } | null => {
    if (LIKE_AN_ID.test(label)) {
      return refuse('invalid_request', 'a label is not shaped like an id', { field: 'body/label' })
    }
    return machines.labelTaken(label, who.user.id, id)
      ? refuse('label_taken', 'there is a machine of that name already')
      : null
  }

  const setRemoteChat = (work: Work, who: Caller, row: MachineRow, on: boolean): void => {
    machines.setRemoteChat(row.id, who.user.id, on)
    audit(work, who, on ? 'remote_chat_on' : 'remote_chat_off', row.id)
    if (!on) deps.revoke.onMachine(work, row.id, grants.usersOf(row.id))
  }

  return {
    list: (who) => machines.list(who.user.id).map((row) => shown(who, row)),
    register(who, label) {
      return transact((work) => {
        const user = who.user.id
        const taken = labelProblem(who, label, null)
        if (taken) return taken
        const limit = standing.limitOf(user)
        if (machines.ownedCount(user) >= limit) {
          return refuse('machine_limit', `there are ${limit} machines: revoke one first`, { limit })
        }
        const id = newMachineId(deps.random)
        machines.insert({ id, label, owner: user, local: false, at: work.now })
        grants.insert({ user, machine: id, scopes: ALL_SCOPES, grantedBy: user, at: work.now })
        audit(work, who, 'machine_registered', id)
        const code = enrollment.mint(work, id, user)
        return { ok: true, value: { machine: reread(who, id), enrollment: code } }
      })
    },
    change(who, id, { label, remoteChat }) {
      if (who.kind === 'key' && remoteChat !== undefined) {
        return refuse(
          'key_scope_missing',
          'whether it can be written to from elsewhere is for a person to say',
        )
      }
      return transact((work) => {
        const found = owned(who, id)
        if (!found.ok) return found
        const row = found.value
        if (label !== undefined && label !== row.label) {
          const taken = labelProblem(who, label, id)
          if (taken) return taken
          machines.rename(id, who.user.id, label)
          audit(work, who, 'machine_renamed', id)
        }
        if (remoteChat !== undefined && remoteChat !== row.remoteChat) {
          setRemoteChat(work, who, row, remoteChat)
        }
        return { ok: true, value: reread(who, id) }
      })
    },
    mintCode(who, id) {
      return transact((work) => {
        const found = owned(who, id)
        if (!found.ok) return found
        audit(work, who, 'enrollment_code_minted', id)
        return { ok: true, value: enrollment.mint(work, id, who.user.id) }
      })
    },
    revoke(who, id) {
      return transact((work) => {
        const found = owned(who, id)
        if (!found.ok) return found
        deps.machineEnds.revoke(work, id, doneBy(who), 'machine_revoked')
        return { ok: true, value: { revoked: id } }
      })
    },
  }
}
