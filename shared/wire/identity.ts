import { type Static, Type } from '../typebox.ts'

/** What a grant may do on a machine. `session:write` is a shell as its owner. */
export const Scope = Type.Union([
  Type.Literal('session:read'),
  Type.Literal('session:write'),
  Type.Literal('machine:admin'),
])
export type Scope = Static<typeof Scope>
export const ALL_SCOPES: readonly Scope[] = ['session:read', 'session:write', 'machine:admin']

/** 32 bytes as base64url without padding: an X25519 or Ed25519 public key. */
export const PublicKey = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })

export const USER_NAME_PATTERN = '^[a-z0-9][a-z0-9._-]{1,31}$'
export const MACHINE_LABEL_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$'
const Label = Type.String({ minLength: 1, maxLength: 200 })
const Password = Type.String({ minLength: 1, maxLength: 128 })

export const User = Type.Object({
  id: Type.String(),
  name: Type.String(),
  admin: Type.Boolean(),
  createdAt: Type.Integer(),
})
export type User = Static<typeof User>

/** A device as it offers itself. `id`, when this installation has one already. */
export const NewDevice = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 40 })),
  key: PublicKey,
  name: Label,
  platform: Label,
})
export type NewDevice = Static<typeof NewDevice>

export const Device = Type.Object({
  id: Type.String(),
  key: PublicKey,
  name: Type.String(),
  platform: Type.String(),
  createdAt: Type.Integer(),
  usedAt: Type.Integer(),
  current: Type.Boolean(),
})
export type Device = Static<typeof Device>

/** The set-up link's token comes from its fragment. */
export const SetUp = Type.Object({
  token: Type.String({ maxLength: 64 }),
  name: Type.String({ pattern: USER_NAME_PATTERN }),
  password: Password,
  device: Type.Optional(NewDevice),
})
export type SetUp = Static<typeof SetUp>

/** By name, or by verified e-mail. */
export const Login = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 320 }),
  password: Password,
  device: Type.Optional(NewDevice),
})
export type Login = Static<typeof Login>

/**
 * `token` is for clients that hold no cookie (asked for with `x-fairlead-client: cli`); a browser gets its cookie and
 * null here. `device` is null when none was offered, or the one that was is over the limit.
 */
export const SignedIn = Type.Object({
  user: User,
  issuer: Type.String(),
  device: Type.Union([Device, Type.Null()]),
  token: Type.Union([Type.String(), Type.Null()]),
})
export type SignedIn = Static<typeof SignedIn>

export const Me = Type.Object({
  user: User,
  issuer: Type.String(),
  device: Type.Union([Device, Type.Null()]),
  /** A password was given within the last ten minutes. */
  fresh: Type.Boolean(),
  /** Verified; null: none. */
  email: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Asked for, and not verified yet. */
  pendingEmail: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** False: it was never given one. */
  hasPassword: Type.Optional(Type.Boolean()),
  /** Where nobody types a password: this is a script's key. */
  viaKey: Type.Optional(Type.Boolean()),
})
export type Me = Static<typeof Me>
