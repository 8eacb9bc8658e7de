/** What somebody has at the authority beside machines: sign-ins, keys of scripts, a password, an address. */
import { type Static, Type } from '../typebox.ts'

/** An e-mail address as it is typed; folded to lower case where it is stored. */
export const Email = Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@<>"]+@[^\\s@<>"]+$' })
/** As it is typed; what may become one is a rule of its own (`invalid_request` says which). */
export const Password = Type.String({ minLength: 1, maxLength: 128 })

export const SignIn = Type.Object({
  id: Type.String(),
  createdAt: Type.Integer(),
  usedAt: Type.Integer(),
  expiresAt: Type.Integer(),
  /** The device's name; null: it has none. */
  device: Type.Union([Type.String(), Type.Null()]),
  current: Type.Boolean(),
})
export type SignIn = Static<typeof SignIn>
export const SignIns = Type.Object({ signIns: Type.Array(SignIn) })

/**
 * What a key may do: `read` what its holder sees of machines and devices, `machines` register, rename and enroll them,
 * `circuits` mint capabilities for the device that it was made with. None may do what needs a password.
 */
export const ApiKeyScope = Type.Union([
  Type.Literal('read'),
  Type.Literal('machines'),
  Type.Literal('circuits'),
])
export type ApiKeyScope = Static<typeof ApiKeyScope>
export const API_KEY_SCOPES: readonly ApiKeyScope[] = ['read', 'machines', 'circuits']

export const ApiKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(ApiKeyScope),
  /** The id of the device that its capabilities are bound to. */
  device: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.Integer(),
  usedAt: Type.Union([Type.Integer(), Type.Null()]),
})
export type ApiKey = Static<typeof ApiKey>
export const ApiKeys = Type.Object({ keys: Type.Array(ApiKey) })

/** `device`: one of the account's own, needed for `circuits` and refused without it. */
export const NewApiKey = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  scopes: Type.Array(ApiKeyScope, { minItems: 1, maxItems: 3, uniqueItems: true }),
  device: Type.Optional(Type.String({ maxLength: 40 })),
})
export type NewApiKey = Static<typeof NewApiKey>

/** `secret` is shown this once. */
export const MadeApiKey = Type.Object({ key: ApiKey, secret: Type.String() })
export type MadeApiKey = Static<typeof MadeApiKey>

/** Ends every other sign-in. */
export const PasswordChange = Type.Object({ current: Password, password: Password })
export type PasswordChange = Static<typeof PasswordChange>

export const EmailChange = Type.Object({ email: Email })
export type EmailChange = Static<typeof EmailChange>
