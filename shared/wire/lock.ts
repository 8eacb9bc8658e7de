import { type Static, Type } from '../typebox.ts'
import { PublicKey, Scope } from './identity.ts'

/** A device that the machine lets in by its own list, whatever the authority says of it. */
export const LockDevice = Type.Object({
  /** X25519, base64url. */
  key: PublicKey,
  sub: Type.String(),
  /** The widest that its capabilities may use. */
  scopes: Type.Array(Scope),
  name: Type.String(),
  approvedAt: Type.Integer(),
})
export type LockDevice = Static<typeof LockDevice>

/** A device that waits. Its code is shown on the device itself and typed where it is approved. */
export const PendingDevice = Type.Object({
  id: Type.String(),
  key: PublicKey,
  sub: Type.String(),
  scopes: Type.Array(Scope),
  name: Type.String(),
  since: Type.Integer(),
  until: Type.Integer(),
  triesLeft: Type.Integer(),
})
export type PendingDevice = Static<typeof PendingDevice>

export const MachineLock = Type.Object({
  on: Type.Boolean(),
  devices: Type.Array(LockDevice),
  pending: Type.Array(PendingDevice),
  /** When the pairing secret that waits for its first device is forgotten; null: there is none. */
  pairingUntil: Type.Union([Type.Integer(), Type.Null()]),
})
export type MachineLock = Static<typeof MachineLock>

/** 128 bits, base64url. */
export const PAIRING_PATTERN = '^[A-Za-z0-9_-]{22}$'

/** `code` as the new device shows it, or `scan` as a camera read it there. On the machine itself neither is needed. */
export const Approval = Type.Object({
  code: Type.Optional(Type.String({ maxLength: 40 })),
  /** base64url of 16 bytes, which only the new device and the machine can know. */
  scan: Type.Optional(Type.String({ pattern: PAIRING_PATTERN })),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  /** The widest it may ever use; left out, what it asked for. Never more than who approves has. */
  scopes: Type.Optional(Type.Array(Scope, { maxItems: 3 })),
})
export type Approval = Static<typeof Approval>

/** Off, from a device, only with a capability of a sign-in whose password was given a short while ago. */
export const LockChange = Type.Object({ on: Type.Boolean() })

/** 128 bits, base64url. Shown once: whoever proves it first is let in. */
export const Pairing = Type.Object({ secret: Type.String(), until: Type.Integer() })
export type Pairing = Static<typeof Pairing>

/** What `PUT /v1/enrollment` takes. `pairing` is a secret that a device made; without one there is none. */
export const EnrollHere = Type.Object({
  origin: Type.String({ minLength: 1, maxLength: 300 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
  pairing: Type.Optional(Type.String({ pattern: PAIRING_PATTERN })),
})
export type EnrollHere = Static<typeof EnrollHere>
