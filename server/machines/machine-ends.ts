import type { DoneBy } from '../accounts/sign-ins.ts'
import type { AuditStore } from '../audit/store.ts'
import type { Work } from '../db/transact.ts'
import type { Enrollment } from '../enrollment/enrollment.ts'
import type { CodeEnd } from '../enrollment/store.ts'
import type { GrantStore } from '../grants/store.ts'
import type { Revoke } from '../revocations/revoke.ts'
import type { RevocationStore } from '../revocations/store.ts'
import type { MachineStore } from './store.ts'

/** What becomes of machines when something about them, or about their owner, changes. Each is part of a change of rows. */
export interface MachineEnds {
  /** Gone for good: label and place are free, codes are burnt, circuits and tunnel close. */
  revoke(work: Work, machine: string, by: DoneBy, why: CodeEnd): void
  /** Everything of a user that is deleted: their machines, and what they were given. */
  releaseAll(work: Work, user: string, by: DoneBy): { id: string; label: string }[]
  /** The codes that a user minted, who may no longer. */
  burnCodesOf(work: Work, user: string, why: CodeEnd): void
  /** The owner was disabled, enabled, or may have another number of machines: what holds now is looked at. */
  lookAgain(work: Work, owner: string): void
}

export interface MachineEndDeps {
  machines: MachineStore
  grants: GrantStore
  revocations: RevocationStore
  audit: AuditStore
  enrollment: Pick<Enrollment, 'burn' | 'burnOf'>
  revoke: Revoke
}

export function createMachineEnds(deps: MachineEndDeps): MachineEnds {
  const { machines, grants } = deps

  const revoke: MachineEnds['revoke'] = (work, id, by, why) => {
    machines.revoke(id, work.now)
    deps.enrollment.burn(work, id, why)
    grants.dropMachine(id)
    deps.revocations.drop(id)
    deps.audit.append({ at: work.now, ...by, act: 'machine_revoked', subject: id })
    deps.revoke.machine(work, id)
  }

  return {
    revoke,
    releaseAll(work, user, by) {
      const owned = machines.ownedBy(user)
      for (const { id } of owned) revoke(work, id, by, 'user_deleted')
      for (const { machine } of grants.ofUser(user)) {
        deps.revoke.onMachine(work, machine, [user])
        grants.drop(user, machine)
        deps.audit.append({ at: work.now, ...by, act: 'grant_ended', subject: machine, detail: user })
      }
      deps.enrollment.burnOf(work, user, 'user_deleted')
      return owned.map(({ id, label }) => ({ id, label }))
    },
    burnCodesOf: (work, user, why) => void deps.enrollment.burnOf(work, user, why),
    lookAgain(work, owner) {
      for (const { id } of machines.ownedBy(owner)) deps.revoke.machine(work, id)
    },
  }
}
