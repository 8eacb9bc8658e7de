import { type Result, refuse } from '../../shared/errors.ts'
import type {
  MadeProvisioningKey,
  MailState,
  ProvisioningKey,
  RelayState,
  Setting,
  SettingsChange,
  SigningKeys,
} from '../../shared/wire/admin.ts'
import type { Sent } from '../../shared/wire/recovery.ts'
import type { DoneBy } from '../accounts/sign-ins.ts'
import type { UserStore } from '../accounts/user-store.ts'
import type { AuditStore } from '../audit/store.ts'
import { doneBy, type SignedInUser } from '../auth/principal.ts'
import type { Transactor } from '../db/transact.ts'
import type { MachineEnds } from '../machines/machine-ends.ts'
import type { MachineStore } from '../machines/store.ts'
import type { MailCare } from '../mail/ports.ts'
import type { Provisioning } from '../provisioning/provisioning.ts'
import type { Relay } from '../relay/ports.ts'
import type { SettingsCare } from '../settings/settings.ts'
import type { KeyStore } from '../tokens/key-store.ts'
import type { Keys } from '../tokens/keys.ts'

export interface AuthorityCareDeps {
  settings: SettingsCare
  users: UserStore
  machines: MachineStore
  machineEnds: MachineEnds
  provisioning: Provisioning
  keys: Keys
  keyStore: KeyStore
  mailCare: MailCare
  relay: Relay
  audit: AuditStore
  transact: Transactor
}

/** The authority itself, as whoever runs it sees and sets it. */
export interface AuthorityCare {
  settings(): Setting[]
  changeSettings(who: SignedInUser, change: SettingsChange): Result<Setting[]>
  mail(): MailState
  /** To the admin's own verified address. */
  testMail(who: SignedInUser): Promise<Result<Sent>>
  signingKeys(): SigningKeys
  /** One more, told to every machine; capabilities are signed with it where the machine acknowledged it. */
  rotateKeys(who: SignedInUser | null): SigningKeys
  provisioningKey(): ProvisioningKey
  makeProvisioningKey(who: SignedInUser): MadeProvisioningKey
  endProvisioningKey(who: SignedInUser): { ended: boolean }
  relay(): RelayState
}

/** Null: the process itself. */
const byOf = (who: SignedInUser | null): DoneBy =>
  who ? doneBy(who) : { user: null, device: null, address: null }

export function createAuthorityCare(deps: AuthorityCareDeps): AuthorityCare {
  const { settings, users, machines, keyStore, provisioning, transact } = deps

  const signingKeys = (): SigningKeys => {
    const keys = keyStore.keys()
    const statement = keyStore.newest()
    const behind = machines.enrolled().filter((id) => (machines.get(id)?.statement ?? 0) < statement).length
    const newest = keys.at(-1)?.kid
    return {
      statement,
      behind,
      keys: keys.map(({ kid, createdAt }) => ({ kid, createdAt, newest: kid === newest })).reverse(),
    }
  }

  return {
    settings: settings.list,
    changeSettings(who, change) {
      return transact((work) => {
        const done = settings.change(work, byOf(who), change)
        if (!done.ok) return done
        if (done.value.includes('machine_limit')) {
          for (const { id } of users.list()) deps.machineEnds.lookAgain(work, id)
        }
        return { ok: true, value: settings.list() }
      })
    },
    mail: deps.mailCare.state,
    async testMail({ user }) {
      if (user.email === null) return refuse('invalid_request', 'your account has no verified address')
      const sent = await deps.mailCare.sendTest(user.email)
      return sent.ok ? { ok: true, value: { sent: true } } : sent
    },
    signingKeys,
    rotateKeys(who) {
      transact((work) => {
        deps.keys.rotate(work)
        deps.audit.append({ at: work.now, ...byOf(who), act: 'signing_key_rotated', subject: null })
        for (const machine of machines.enrolled()) work.after(() => deps.relay.nudge(machine))
      })
      return signingKeys()
    },
    provisioningKey: provisioning.key,
    makeProvisioningKey: (who) => transact((work) => provisioning.mint(work, who)),
    endProvisioningKey: (who) => transact((work) => provisioning.end(work, who)),
    relay() {
      const { tunnels, circuits, heldBytes } = deps.relay.figures()
      const [all, people] = [machines.enrolled().length, users.list().length]
      return { tunnels, circuits, backlogBytes: heldBytes, machines: all, users: people }
    },
  }
}
