import { type Static, Type } from '../typebox.ts'
import { MACHINE_LABEL_PATTERN, PublicKey, Scope } from './identity.ts'

/** A machine as one user sees it. */
export const Machine = Type.Object({
  id: Type.String(),
  label: Type.String(),
  owned: Type.Boolean(),
  /** The owner's name when it is not you; null when nobody owns it. */
  owner: Type.Union([Type.String(), Type.Null()]),
  enrolled: Type.Boolean(),
  online: Type.Boolean(),
  lastSeenAt: Type.Union([Type.Integer(), Type.Null()]),
  overLimit: Type.Boolean(),
  ownerDisabled: Type.Boolean(),
  remoteChat: Type.Boolean(),
  scopes: Type.Array(Scope),
  /** X25519, base64url; null before enrollment. */
  key: Type.Union([PublicKey, Type.Null()]),
  /** What it announced; advisory. */
  version: Type.Union([Type.String(), Type.Null()]),
  /** Who enrolled it, when it was not you. */
  enrolledBy: Type.Union([Type.String(), Type.Null()]),
})
export type Machine = Static<typeof Machine>

export const NewMachine = Type.Object({ label: Type.String({ pattern: MACHINE_LABEL_PATTERN }) })
export type NewMachine = Static<typeof NewMachine>

export const MachineChange = Type.Object({
  label: Type.Optional(Type.String({ pattern: MACHINE_LABEL_PATTERN })),
  remoteChat: Type.Optional(Type.Boolean()),
})
export type MachineChange = Static<typeof MachineChange>

/** Shown once. The code is single use and lives an hour. */
export const EnrollmentCode = Type.Object({
  machine: Type.String(),
  code: Type.String(),
  expiresAt: Type.Integer(),
})
export type EnrollmentCode = Static<typeof EnrollmentCode>

export const RegisteredMachine = Type.Object({ machine: Machine, enrollment: EnrollmentCode })
export type RegisteredMachine = Static<typeof RegisteredMachine>

/** The daemon's one request: it pins both keys at the authority, and the authority's at the daemon. */
export const Enroll = Type.Object({
  code: Type.String({ maxLength: 64 }),
  machineKey: PublicKey,
  signKey: PublicKey,
})
export type Enroll = Static<typeof Enroll>

export const Enrolled = Type.Object({
  machine: Type.String(),
  label: Type.String(),
  owner: Type.Union([Type.String(), Type.Null()]),
  issuer: Type.String(),
  origin: Type.String(),
  relayUrl: Type.String(),
  /** Every key statement so far, oldest first; the first is signed by its own key. */
  statements: Type.Array(Type.String()),
})
export type Enrolled = Static<typeof Enrolled>

export const TokenRequest = Type.Object({
  machines: Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 50 }),
})
export type TokenRequest = Static<typeof TokenRequest>

/** One answer a machine, in the order asked; a machine that gives no token says why. */
export const MachineToken = Type.Union([
  Type.Object({
    machine: Type.String(),
    capability: Type.String(),
    expiresAt: Type.Integer(),
    machineKey: PublicKey,
    relayUrl: Type.String(),
    scopes: Type.Array(Scope),
  }),
  Type.Object({
    machine: Type.String(),
    error: Type.Object({ code: Type.String(), message: Type.String() }),
  }),
])
export type MachineToken = Static<typeof MachineToken>

export const Tokens = Type.Object({ issuer: Type.String(), tokens: Type.Array(MachineToken) })
export type Tokens = Static<typeof Tokens>
