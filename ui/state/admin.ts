/** What whoever runs the authority sees and changes. Every change may ask for the password. */
import type { Result } from '../../shared/errors.ts'
import type {
  AdminMachine,
  AdminUser,
  Invited,
  MadeProvisioningKey,
  MailState,
  NewUser,
  ProvisioningKey,
  RelayState,
  Setting,
  SettingsChange,
  SigningKeys,
  UserChange,
  UserDeleted,
} from '../../shared/wire/admin.ts'
import type { AuditPage, CircuitPage, PageQuery } from '../../shared/wire/audit.ts'
import type { EnrollmentCode } from '../../shared/wire/machine.ts'
import type { Authority } from '../api/authority.ts'
import { segment } from '../api/daemon.ts'
import type { FreshActs } from './fresh-acts.ts'

export interface Admin {
  relay(): Promise<Result<RelayState>>
  users(): Promise<Result<AdminUser[]>>
  makeUser(user: NewUser): Promise<Result<Invited>>
  invite(user: string): Promise<Result<Invited>>
  changeUser(user: string, change: UserChange): Promise<Result<AdminUser>>
  deleteUser(user: string): Promise<Result<UserDeleted>>
  machines(): Promise<Result<AdminMachine[]>>
  adopt(machine: string, owner: string): Promise<Result<unknown>>
  code(machine: string): Promise<Result<EnrollmentCode>>
  revoke(machine: string): Promise<Result<unknown>>
  settings(): Promise<Result<Setting[]>>
  changeSettings(change: SettingsChange): Promise<Result<Setting[]>>
  mail(): Promise<Result<MailState>>
  testMail(): Promise<Result<unknown>>
  signingKeys(): Promise<Result<SigningKeys>>
  rotateKeys(): Promise<Result<SigningKeys>>
  provisioningKey(): Promise<Result<ProvisioningKey>>
  makeProvisioningKey(): Promise<Result<MadeProvisioningKey>>
  endProvisioningKey(): Promise<Result<unknown>>
  acts(page: PageQuery): Promise<Result<AuditPage>>
  circuits(page: PageQuery): Promise<Result<CircuitPage>>
}

export function createAdmin({ authority, fresh }: { authority: Authority; fresh: FreshActs }): Admin {
  const { admin } = authority.api.v1
  const { ask } = authority
  const user = (id: string) => admin.users({ user: segment(id) })
  const machine = (id: string) => admin.machines({ machine: segment(id) })
  const settingsOf = (asked: Result<{ settings: Setting[] }>): Result<Setting[]> =>
    asked.ok ? { ok: true, value: asked.value.settings } : asked
  return {
    relay: () => ask(() => admin.relay.get()),
    async users() {
      const asked = await ask(() => admin.users.get())
      return asked.ok ? { ok: true, value: asked.value.users } : asked
    },
    makeUser: (body) => fresh.run(() => ask(() => admin.users.post(body))),
    invite: (id) => fresh.run(() => ask(() => user(id).invite.post())),
    changeUser: (id, change) => fresh.run(() => ask(() => user(id).patch(change))),
    deleteUser: (id) => fresh.run(() => ask(() => user(id).delete())),
    async machines() {
      const asked = await ask(() => admin.machines.get())
      return asked.ok ? { ok: true, value: asked.value.machines } : asked
    },
    adopt: (id, owner) => fresh.run(() => ask(() => machine(id).adoption.post({ owner }))),
    code: (id) => fresh.run(() => ask(() => machine(id).code.post())),
    revoke: (id) => fresh.run(() => ask(() => machine(id).delete())),
    settings: async () => settingsOf(await ask(() => admin.settings.get())),
    changeSettings: async (change) =>
      settingsOf(await fresh.run(() => ask(() => admin.settings.patch(change)))),
    mail: () => ask(() => admin.mail.get()),
    testMail: () => fresh.run(() => ask(() => admin.mail.test.post())),
    signingKeys: () => ask(() => admin['signing-keys'].get()),
    rotateKeys: () => fresh.run(() => ask(() => admin['signing-keys'].post())),
    provisioningKey: () => ask(() => admin['provisioning-key'].get()),
    makeProvisioningKey: () => fresh.run(() => ask(() => admin['provisioning-key'].post())),
    endProvisioningKey: () => fresh.run(() => ask(() => admin['provisioning-key'].delete())),
    acts: (query) => ask(() => admin.audit.get({ query })),
    circuits: (query) => ask(() => admin.circuits.get({ query })),
  }
}
