import { newMachineId, type Random } from '../../shared/ids.ts'
import { ALL_SCOPES } from '../../shared/wire/identity.ts'
import type { AuditStore } from '../audit/store.ts'
import type { Transactor, Work } from '../db/transact.ts'
import type { Enrollment } from '../enrollment/enrollment.ts'
import type { GrantStore } from '../grants/store.ts'
import type { Revoke } from '../revocations/revoke.ts'
import type { MachineStore } from './store.ts'

/** The machine that the authority itself runs on, with a daemon beside it. */
export interface LocalMachine {
  /** Its row, made while nobody has an account, and a fresh code for the daemon; null when it was revoked. */
  prepare(label: string): { machine: string; code: string } | null
  /** Part of the change that makes the first admin: theirs, with every scope, and prompts from elsewhere allowed. */
  giveTo(work: Work, user: string, address: string): void
}

export interface LocalMachineDeps {
  machines: MachineStore
  grants: GrantStore
  enrollment: Pick<Enrollment, 'mint'>
  audit: AuditStore
  revoke: Revoke
  transact: Transactor
  hasUsers(): boolean
  random: Random
}

export function createLocalMachine(deps: LocalMachineDeps): LocalMachine {
  const { machines, grants, transact } = deps
  return {
    prepare(label) {
      return transact((work) => {
        let machine = machines.local()
        if (!machine) {
          if (deps.hasUsers()) return null
          const id = newMachineId(deps.random)
          machines.insert({ id, label, owner: null, local: true, at: work.now })
          machine = machines.get(id)
        }
        if (!machine) throw new TypeError('a row was inserted and is not there')
        const { code } = deps.enrollment.mint(work, machine.id, machine.owner)
        return { machine: machine.id, code }
      })
    },
    giveTo(work, user, address) {
      const machine = machines.local()
      if (machine?.owner !== null) return
      machines.adopt(machine.id, user, work.now, true)
      const { id } = machine
      grants.insert({ user, machine: id, scopes: ALL_SCOPES, grantedBy: user, at: work.now })
      deps.audit.append({ at: work.now, user, device: null, address, act: 'machine_adopted', subject: id })
      deps.revoke.machine(work, id)
    },
  }
}
