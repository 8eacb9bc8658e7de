import { type Result, refuse } from '../../shared/errors.ts'
import type { Random } from '../../shared/ids.ts'
import type { Enroll, Enrolled, EnrollmentCode } from '../../shared/wire/machine.ts'
import type { UserStore } from '../accounts/user-store.ts'
import type { AuditStore } from '../audit/store.ts'
import { hashSecret, newSecret } from '../auth/secret.ts'
import type { Site } from '../auth/site.ts'
import type { Transactor, Work } from '../db/transact.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { MachineKeyStore } from '../machine-keys/store.ts'
import type { MachineStore } from '../machines/store.ts'
import type { Revoke } from '../revocations/revoke.ts'
import type { Keys } from '../tokens/keys.ts'
import { isPublicKey } from '../tokens/public-key.ts'
import type { CodeEnd, CodeStore } from './store.ts'

export interface EnrollmentDeps {
  codes: CodeStore
  machines: MachineStore
  machineKeyStore: MachineKeyStore
  users: UserStore
  audit: AuditStore
  keys: Keys
  revoke: Revoke
  transact: Transactor
  random: Random
  limits: AuthorityLimits
  issuer: string
  site: Pick<Site, 'origin' | 'relayUrl'>
}

export interface Enrollment {
  /** A code for a machine, shown once; burns every other of that machine. `by`: the user who asked. */
  mint(work: Work, machine: string, by: string | null): EnrollmentCode
  burn(work: Work, machine: string, why: CodeEnd): number
  /** Those that a user minted, whichever machine they are for. */
  burnOf(work: Work, user: string, why: CodeEnd): number
  /** Pins a machine's keys, in place of any it had; what a daemon has to know comes back. */
  enroll(body: Enroll, address: string): Result<Enrolled>
}

const PREFIX = 'fe'
/** Who made a code that no person minted: what a machine’s list calls it. */
export const PROVISIONED = 'provisioning key'

export function createEnrollment(deps: EnrollmentDeps): Enrollment {
  const { codes, machines, limits, transact } = deps

  /** A code is worth no more than who minted it is now; a provisioning key is nobody, and its codes outlive it. */
  const mayStill = (madeBy: string | null): boolean =>
    madeBy === null || madeBy === PROVISIONED || deps.users.get(madeBy)?.disabledAt === null

  return {
    mint(work, machine, by) {
      const code = newSecret(deps.random, PREFIX)
      const expiresAt = work.now + limits.enrollmentCodeMs
      codes.burn(machine, work.now, 'replaced')
      codes.insert({ codeHash: hashSecret(code), machine, madeBy: by, createdAt: work.now, expiresAt })
      return { machine, code, expiresAt }
    },
    burn: (work, machine, why) => codes.burn(machine, work.now, why),
    burnOf: (work, user, why) => codes.burnOf(user, work.now, why),
    enroll({ code, machineKey, signKey }, address) {
      for (const [field, key] of Object.entries({ machineKey, signKey })) {
        if (!isPublicKey(key)) {
          return refuse('invalid_request', `${field} is no public key`, { field: `body/${field}` })
        }
      }
      return transact((work) => {
        const codeHash = hashSecret(code)
        const usable = codes.usable(codeHash, work.now)
        const machine = usable && machines.get(usable.machine)
        if (!usable || !machine || machine.revokedAt !== null || !mayStill(usable.madeBy)) {
          return refuse('code_unusable', 'this code was used, replaced or is too old: make a new one')
        }
        codes.use(codeHash, work.now)
        const { id } = machine
        const by = usable.madeBy
        const same = machine.machineKey === machineKey && machine.signKey === signKey
        // Nothing vouches for other keys: who pinned those of before has to compare.
        if (!same) deps.machineKeyStore.drop(id)
        machines.enroll(id, { machineKey, signKey, by, statement: deps.keys.newest(), at: work.now })
        deps.audit.append({
          at: work.now,
          user: by,
          device: null,
          address,
          act: 'machine_enrolled',
          subject: id,
        })
        // A tunnel that was opened with the keys of before is another machine's now.
        deps.revoke.machine(work, id)
        const owner = machine.owner === null ? null : (deps.users.get(machine.owner)?.name ?? null)
        const { issuer, site } = deps
        const { label } = machine
        const statements = deps.keys.statements()
        return {
          ok: true,
          value: {
            machine: id,
            label,
            owner,
            issuer,
            origin: site.origin(),
            relayUrl: site.relayUrl(),
            statements,
          },
        }
      })
    },
  }
}
