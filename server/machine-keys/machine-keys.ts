/** A machine takes new keys by itself: the key that is pinned vouches for the next. */
import { type Result, refuse } from '../../shared/errors.ts'
import { SUCCESSORS_KEPT } from '../../shared/limits.ts'
import { nodeVerifier } from '../../shared/token/node-verifier.ts'
import { readSuccessor, verifySuccessor } from '../../shared/token/successor.ts'
import type { MachineKeyChanged } from '../../shared/wire/machine.ts'
import type { AuditStore } from '../audit/store.ts'
import type { Transactor, Work } from '../db/transact.ts'
import type { MachineRow, MachineStore } from '../machines/store.ts'
import type { Revoke } from '../revocations/revoke.ts'
import { isPublicKey } from '../tokens/public-key.ts'
import type { MachineKeyStore } from './store.ts'

export interface MachineKeyDeps {
  machineKeyStore: MachineKeyStore
  machines: MachineStore
  audit: AuditStore
  revoke: Revoke
  transact: Transactor
  issuer: string
}

export interface MachineKeys {
  /** Nobody is signed in: what vouches for the statement is the machine's own signature. */
  change(statement: string, address: string): Result<MachineKeyChanged>
}

export function createMachineKeys(deps: MachineKeyDeps): MachineKeys {
  const { machineKeyStore: store, machines, issuer, transact } = deps

  function take(
    work: Work,
    machine: MachineRow,
    statement: string,
    address: string,
  ): Result<MachineKeyChanged> {
    const { id, machineKey, signKey } = machine
    const last = store.of(id).at(-1)
    // Its answer was lost: it was taken then.
    if (last?.jws === statement) return { ok: true, value: { machine: id, number: last.number } }
    if (machineKey === null || signKey === null) return unknown
    const verified = verifySuccessor(
      statement,
      { machineKey, signKey },
      { issuer, machine: id },
      nodeVerifier,
    )
    if (!verified.ok) return refused(verified.error.message)
    const { num: number, key, sign } = verified.value
    const next = (last?.number ?? 0) + 1
    if (number !== next) return refused(`the next statement has the number ${next}`, { number: next })
    if (!isPublicKey(key) || !isPublicKey(sign)) return refused('one of the new keys is none')
    machines.rekey(id, { machineKey: key, signKey: sign })
    store.add({ machine: id, number, jws: statement, at: work.now }, SUCCESSORS_KEPT)
    const act = 'machine_key_changed'
    deps.audit.append({ at: work.now, user: null, device: null, address, act, subject: id })
    // Whoever had the old keys holds the tunnel no longer.
    deps.revoke.machine(work, id)
    return { ok: true, value: { machine: id, number } }
  }

  return {
    change(statement, address) {
      const read = readSuccessor(statement)
      if (!read.ok) return refused(read.error.message)
      return transact((work) => {
        const machine = machines.get(read.value.sub)
        return machine && machine.revokedAt === null ? take(work, machine, statement, address) : unknown
      })
    },
  }
}

const refused = (message: string, detail?: Record<string, unknown>): Result<never> =>
  refuse('successor_refused', message, detail)

const unknown = refused('no machine is enrolled under this id')
