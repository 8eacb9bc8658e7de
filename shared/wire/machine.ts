import { SUCCESSORS_KEPT, TOKEN_BYTES } from '../limits.ts'
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
    /** How the machine came from key to key: `fl-machine-key+jwt`, the oldest first. Absent: it has its first. */
    successors: Type.Optional(
      Type.Array(Type.String({ maxLength: TOKEN_BYTES }), { maxItems: SUCCESSORS_KEPT }),
    ),
  }),
  Type.Object({
    machine: Type.String(),
    error: Type.Object({ code: Type.String(), message: Type.String() }),
  }),
])
export type MachineToken = Static<typeof MachineToken>

export const Tokens = Type.Object({ issuer: Type.String(), tokens: Type.Array(MachineToken) })
export type Tokens = Static<typeof Tokens>

/** A machine takes new keys, by a statement (`fl-machine-key+jwt`) that the key it has signed. */
export const MachineKeyChange = Type.Object({ statement: Type.String({ maxLength: TOKEN_BYTES }) })
export type MachineKeyChange = Static<typeof MachineKeyChange>

/** The same statement again is answered the same. */
export const MachineKeyChanged = Type.Object({ machine: Type.String(), number: Type.Integer() })
export type MachineKeyChanged = Static<typeof MachineKeyChanged>

/** What anybody may know of an authority's signing keys: every statement so far, the oldest first. */
export const KeyStatements = Type.Object({ issuer: Type.String(), statements: Type.Array(Type.String()) })
export type KeyStatements = Static<typeof KeyStatements>

/** What `POST /v1/enrollment/keys` did: the machine's own key from now on. */
export const Rekeyed = Type.Object({ machine: Type.String(), number: Type.Integer(), key: PublicKey })
export type Rekeyed = Static<typeof Rekeyed>

const NumberedKey = Type.Object({ number: Type.Integer(), kid: Type.String() })

/** The newest signing key of its authority that a machine holds, and the newest that the authority names now. */
export const SigningKeyChoice = Type.Object({
  issuer: Type.String(),
  origin: Type.String(),
  held: Type.Union([NumberedKey, Type.Null()]),
  offered: NumberedKey,
})
export type SigningKeyChoice = Static<typeof SigningKeyChoice>

/** The one that a person compared. */
export const TrustedKey = Type.Object({ kid: Type.String({ minLength: 1, maxLength: 64 }) })
