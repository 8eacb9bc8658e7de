/** What whoever runs an authority sees and sets. No answer here holds a credential of somebody else. */
import { type Static, Type } from '../typebox.ts'
import { Email } from './account.ts'
import { USER_NAME_PATTERN } from './identity.ts'

const Time = Type.Union([Type.Integer(), Type.Null()])
const Name = Type.Union([Type.String(), Type.Null()])

export const AdminUser = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  emailVerified: Type.Boolean(),
  admin: Type.Boolean(),
  createdAt: Type.Integer(),
  disabledAt: Time,
  /** When it last used a sign-in or a key. */
  seenAt: Time,
  /** False: it was invited and has not come yet. */
  hasPassword: Type.Boolean(),
  machines: Type.Integer(),
  /** What counts: the account's own, else the authority's. */
  machineLimit: Type.Integer(),
  /** Null: the authority's counts. */
  ownMachineLimit: Type.Union([Type.Integer(), Type.Null()]),
})
export type AdminUser = Static<typeof AdminUser>
export const AdminUsers = Type.Object({ users: Type.Array(AdminUser) })

export const NewUser = Type.Object({
  name: Type.String({ pattern: USER_NAME_PATTERN }),
  email: Type.Optional(Email),
  admin: Type.Optional(Type.Boolean()),
})
export type NewUser = Static<typeof NewUser>

export const UserChange = Type.Object({
  disabled: Type.Optional(Type.Boolean()),
  admin: Type.Optional(Type.Boolean()),
  /** Null: the authority's counts again. */
  machineLimit: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
})
export type UserChange = Static<typeof UserChange>

/** `link`: a whole URL, shown only where no letter can be sent, and only while there is no password. */
export const Invited = Type.Object({
  user: AdminUser,
  link: Name,
  expiresAt: Time,
  mailed: Type.Boolean(),
})
export type Invited = Static<typeof Invited>

/** What went with an account. */
export const UserDeleted = Type.Object({
  deleted: Type.String(),
  machinesRevoked: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
})
export type UserDeleted = Static<typeof UserDeleted>

export const AdminMachine = Type.Object({
  id: Type.String(),
  label: Type.String(),
  owner: Name,
  ownerName: Name,
  enrolled: Type.Boolean(),
  online: Type.Boolean(),
  overLimit: Type.Boolean(),
  ownerDisabled: Type.Boolean(),
  grants: Type.Integer(),
  createdAt: Type.Integer(),
  lastSeenAt: Time,
  version: Name,
  enrolledBy: Name,
})
export type AdminMachine = Static<typeof AdminMachine>
export const AdminMachines = Type.Object({ machines: Type.Array(AdminMachine) })

export const Adoption = Type.Object({ owner: Type.String({ maxLength: 40 }) })
export type Adoption = Static<typeof Adoption>
export const Adopted = Type.Object({ machine: AdminMachine, codesBurnt: Type.Integer() })
export type Adopted = Static<typeof Adopted>

/** One setting. `value` null: not set, or a secret, which nobody reads again. */
export const Setting = Type.Object({
  name: Type.String(),
  value: Name,
  isSet: Type.Boolean(),
  secret: Type.Boolean(),
  /** Who decides: `environment` cannot be changed here. */
  from: Type.Union([Type.Literal('environment'), Type.Literal('database'), Type.Literal('default')]),
  /** The environment variable that would own it. */
  variable: Type.String(),
  /** What it takes, in words. */
  type: Type.String(),
})
export type Setting = Static<typeof Setting>
export const Settings = Type.Object({ settings: Type.Array(Setting) })
/** Null: back to the default. */
export const SettingsChange = Type.Record(
  Type.String({ maxLength: 40 }),
  Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()]),
)
export type SettingsChange = Static<typeof SettingsChange>

export const SigningKeys = Type.Object({
  /** The newest statement's number, and how many enrolled machines have not acknowledged it. */
  statement: Type.Integer(),
  behind: Type.Integer(),
  keys: Type.Array(Type.Object({ kid: Type.String(), createdAt: Type.Integer(), newest: Type.Boolean() })),
})
export type SigningKeys = Static<typeof SigningKeys>

export const ProvisioningKey = Type.Object({
  exists: Type.Boolean(),
  madeBy: Name,
  createdAt: Time,
  usedAt: Time,
})
export type ProvisioningKey = Static<typeof ProvisioningKey>
/** Shown this once. */
export const MadeProvisioningKey = Type.Object({ secret: Type.String() })
export type MadeProvisioningKey = Static<typeof MadeProvisioningKey>

export const MailState = Type.Object({
  on: Type.Boolean(),
  waiting: Type.Integer(),
  /** Letters of recovery wait until then, because the mail host was changed. */
  heldUntil: Time,
  /** Nothing is tried until then, because too much failed in a row. */
  brokenUntil: Time,
  /** The last that ended, the newest first; no addresses. */
  recent: Type.Array(
    Type.Object({
      kind: Type.String(),
      at: Type.Integer(),
      outcome: Type.String(),
      tries: Type.Integer(),
    }),
  ),
  /** What the mail host said last when it did not take a letter. */
  lastError: Name,
})
export type MailState = Static<typeof MailState>

export const RelayState = Type.Object({
  tunnels: Type.Integer(),
  circuits: Type.Integer(),
  backlogBytes: Type.Integer(),
  machines: Type.Integer(),
  users: Type.Integer(),
})
export type RelayState = Static<typeof RelayState>
