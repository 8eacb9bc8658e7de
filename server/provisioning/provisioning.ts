import { type Result, refuse } from '../../shared/errors.ts'
import { newMachineId, type Random } from '../../shared/ids.ts'
import type { ProvisioningKey } from '../../shared/wire/admin.ts'
import type { AuditAct } from '../../shared/wire/audit.ts'
import { ALL_SCOPES } from '../../shared/wire/identity.ts'
import type { Provision, Provisioned } from '../../shared/wire/provision.ts'
import type { UserRow, UserStore } from '../accounts/user-store.ts'
import type { AuditStore } from '../audit/store.ts'
import { doneBy, type SignedInUser } from '../auth/principal.ts'
import { hashSecret, isSecret, newSecret } from '../auth/secret.ts'
import type { Transactor, Work } from '../db/transact.ts'
import { type Enrollment, PROVISIONED } from '../enrollment/enrollment.ts'
import type { GrantStore } from '../grants/store.ts'
import type { AuthorityLimits } from '../limits.ts'
import { LIKE_AN_ID } from '../machines/label.ts'
import type { MachineEnds } from '../machines/machine-ends.ts'
import type { Standing } from '../machines/standing.ts'
import type { MachineStore } from '../machines/store.ts'
import type { ProvisioningKeyStore } from './store.ts'

export interface ProvisioningDeps {
  provisioningKeys: ProvisioningKeyStore
  users: UserStore
  machines: MachineStore
  machineEnds: MachineEnds
  grants: GrantStore
  audit: AuditStore
  enrollment: Pick<Enrollment, 'mint'>
  standing: Standing
  transact: Transactor
  random: Random
  limits: AuthorityLimits
}

/** One key that makes machines for others, and does nothing else. */
export interface Provisioning {
  /** With what an Authorization header carried. */
  provision(header: string | null, address: string, wanted: Provision): Result<Provisioned>
  key(): ProvisioningKey
  /** Replaces the one before. */
  mint(work: Work, who: SignedInUser): { secret: string }
  end(work: Work, who: SignedInUser): { ended: boolean }
}

const PREFIX = 'fp'

export function createProvisioning(deps: ProvisioningDeps): Provisioning {
  const { provisioningKeys, users, machines, standing, limits, transact } = deps

  const secretOf = (header: string | null): string | null => {
    const secret = /^Bearer ([!-~]+)$/i.exec(header ?? '')?.[1] ?? ''
    return isSecret(secret, PREFIX) ? secret : null
  }

  /** By id, by name, or by a verified address; words that could mean two people mean nobody. */
  const ownerOf = (words: string): Result<UserRow> => {
    const found = new Map<string, UserRow>()
    for (const user of [users.get(words), users.byName(words), users.byEmail(words)]) {
      if (user) found.set(user.id, user)
    }
    const [user, ...others] = found.values()
    return user && others.length === 0
      ? { ok: true, value: user }
      : refuse('owner_ambiguous', 'it is not clear which account is meant: use its id')
  }

  /** The machine first: what is refused has raised nobody's limit. */
  const make = (work: Work, owner: UserRow, label: string, address: string): Provisioned => {
    const machine = newMachineId(deps.random)
    const user = owner.id
    const raised = machines.ownedCount(user) + 1
    machines.insert({ id: machine, label, owner: user, local: false, at: work.now })
    deps.grants.insert({ user, machine, scopes: ALL_SCOPES, grantedBy: PROVISIONED, at: work.now })
    const isRaised = raised > standing.limitOf(user)
    if (isRaised) {
      users.setMachineLimit(user, raised)
      deps.machineEnds.lookAgain(work, user)
    }
    const by = { at: work.now, user: null, device: null, address }
    deps.audit.append({ ...by, act: 'machine_provisioned', subject: machine, detail: user })
    const enrollment = deps.enrollment.mint(work, machine, PROVISIONED)
    return { machine, label, owner: user, enrollment, machineLimitRaisedTo: isRaised ? raised : null }
  }

  const audit = (work: Work, who: SignedInUser, act: AuditAct): void =>
    deps.audit.append({ at: work.now, ...doneBy(who), act, subject: null })

  return {
    provision(header, address, { owner: words, label }) {
      const secret = secretOf(header)
      const keyHash = hashSecret(secret ?? '')
      return transact((work) => {
        if (secret === null || !provisioningKeys.isLive(keyHash)) {
          return refuse('provisioning_key_invalid', 'this is not the provisioning key, or no longer')
        }
        const owner = ownerOf(words)
        if (!owner.ok) return owner
        const { id } = owner.value
        if (owner.value.disabledAt !== null) return refuse('grantee_disabled', 'this account is disabled')
        if (LIKE_AN_ID.test(label)) {
          return refuse('invalid_request', 'a label is not shaped like an id', { field: 'body/label' })
        }
        if (machines.labelTaken(label, id, null)) {
          return refuse('label_taken', 'they have a machine of that name already')
        }
        if (machines.ownedCount(id) >= limits.machines) {
          return refuse('machine_limit', `nobody has more than ${limits.machines} machines`)
        }
        provisioningKeys.used(keyHash, work.now)
        return { ok: true, value: make(work, owner.value, label, address) }
      })
    },
    key() {
      const live = provisioningKeys.live()
      return {
        exists: live !== null,
        madeBy: live && (users.get(live.madeBy)?.name ?? null),
        createdAt: live?.createdAt ?? null,
        usedAt: live?.usedAt ?? null,
      }
    },
    mint(work, who) {
      const secret = newSecret(deps.random, PREFIX)
      provisioningKeys.end(work.now)
      provisioningKeys.insert(hashSecret(secret), who.user.id, work.now)
      audit(work, who, 'provisioning_key_made')
      return { secret }
    },
    end(work, who) {
      if (provisioningKeys.live() === null) return { ended: false }
      provisioningKeys.end(work.now)
      audit(work, who, 'provisioning_key_ended')
      return { ended: true }
    },
  }
}
