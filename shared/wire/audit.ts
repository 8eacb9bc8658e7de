import { type Static, Type } from '../typebox.ts'

/** What was done. Append-only: records keep the words of their time. */
export type AuditAct =
  | 'set_up'
  | 'sign_in'
  | 'sign_out'
  | 'sign_in_evicted'
  | 'device_registered'
  | 'device_retired'
  | 'machine_registered'
  | 'machine_renamed'
  | 'machine_adopted'
  | 'machine_revoked'
  | 'remote_chat_on'
  | 'remote_chat_off'
  | 'enrollment_code_minted'
  | 'machine_enrolled'
  | 'machine_key_changed'
  | 'machine_provisioned'
  | 'password_changed'
  | 'password_reset'
  | 'password_set_by_invite'
  | 'email_asked'
  | 'email_changed'
  | 'email_removed'
  | 'email_undone'
  | 'sign_in_ended'
  | 'api_key_made'
  | 'api_key_revoked'
  | 'granted'
  | 'grant_changed'
  | 'grant_ended'
  | 'grant_left'
  | 'registered'
  | 'user_made'
  | 'user_invited'
  | 'user_disabled'
  | 'user_enabled'
  | 'user_deleted'
  | 'admin_given'
  | 'admin_taken'
  | 'machine_limit_set'
  | 'setting_changed'
  | 'signing_key_rotated'
  | 'provisioning_key_made'
  | 'provisioning_key_ended'
  | 'recovery_on_host'

/** Why a circuit is over. */
export type CircuitEnd =
  | 'user'
  | 'idle'
  | 'connection_lost'
  | 'expired'
  | 'revoked'
  | 'machine_deleted'
  | 'replaced'
  | 'over_budget'
  | 'server_shutdown'

const Id = Type.Union([Type.String(), Type.Null()])

/** One thing that was done. Names are of now; null where whom or what it names is gone. */
export const AuditEntry = Type.Object({
  id: Type.Integer(),
  at: Type.Integer(),
  user: Id,
  userName: Id,
  /** The device's name; null for an admin who looks at others. */
  device: Id,
  address: Id,
  act: Type.String(),
  subject: Id,
  subjectName: Id,
  /** Whom or what else it was about: of a grant, the person; of a setting, its name. */
  detail: Id,
  detailName: Id,
})
export type AuditEntry = Static<typeof AuditEntry>
/** The newest first; `next`: `before` of the page after it, null at the end. */
export const AuditPage = Type.Object({
  entries: Type.Array(AuditEntry),
  next: Type.Union([Type.Integer(), Type.Null()]),
})
export type AuditPage = Static<typeof AuditPage>

export const CircuitEntry = Type.Object({
  id: Type.Integer(),
  user: Type.String(),
  userName: Id,
  device: Id,
  machine: Type.String(),
  machineLabel: Id,
  openedAt: Type.Integer(),
  closedAt: Type.Union([Type.Integer(), Type.Null()]),
  reason: Id,
  bytesUp: Type.Union([Type.Integer(), Type.Null()]),
  bytesDown: Type.Union([Type.Integer(), Type.Null()]),
})
export type CircuitEntry = Static<typeof CircuitEntry>
export const CircuitPage = Type.Object({
  circuits: Type.Array(CircuitEntry),
  next: Type.Union([Type.Integer(), Type.Null()]),
})
export type CircuitPage = Static<typeof CircuitPage>

/** Numbers in a query are text: `before` an id (without it, from the newest), `limit` 1 to 200, 50 without it. */
export const PageQuery = Type.Object({
  before: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$' })),
  limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|1\\d\\d|200)$' })),
})
export type PageQuery = Static<typeof PageQuery>
