import { type Static, Type } from '../typebox.ts'

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
