/**
 * A capability: what one device may do on one machine for the next five minutes. Times are whole seconds (RFC 7519
 * NumericDate). Claims that this version does not know are passed over; `cnf` is exactly the thumbprint of the device's
 * X25519 key (RFC 7800), so the token is worth nothing without that key.
 */
import { type Static, Type } from '../typebox.ts'
import { Scope } from '../wire/identity.ts'

export const CAPABILITY_TYP = 'fl-cap+jwt'

const Id = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' })
const Seconds = Type.Integer({ minimum: 0, maximum: 2 ** 40 })

/** Without `cnf`, which has its own refusals. */
export const CapabilityClaims = Type.Object({
  /** The authority's issuer id. */
  iss: Id,
  /** The machine. */
  aud: Id,
  /** The user. */
  sub: Id,
  dev: Id,
  /** The sign-in, or the API key, that asked for it. */
  sid: Id,
  scp: Type.Array(Scope, { minItems: 1, maxItems: 3, uniqueItems: true }),
  iat: Seconds,
  nbf: Seconds,
  exp: Seconds,
  /** The password was given a short while before: for what a machine does only then. */
  fsh: Type.Optional(Type.Literal(true)),
})

export const Confirmation = Type.Object(
  { jkt: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }) },
  { additionalProperties: false },
)

export const Capability = Type.Composite([CapabilityClaims, Type.Object({ cnf: Confirmation })])
export type Capability = Static<typeof Capability>
