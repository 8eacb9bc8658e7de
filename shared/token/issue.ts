/** Minting a capability: the authority's side of `verify.ts`. */
import { CAPABILITY_LIFE_MS } from '../limits.ts'
import { SECOND_MS } from '../time.ts'
import { CAPABILITY_TYP, type Capability } from './claims.ts'
import { type KeySigner, signJws } from './jws.ts'
import { thumbprint } from './thumbprint.ts'

export interface CapabilityGrant {
  issuer: string
  machine: string
  user: string
  device: string
  /** The device's X25519 public key, 32 bytes. */
  deviceKey: Uint8Array
  /** The sign-in or API key that asks. */
  signIn: string
  scopes: Capability['scp']
  /** The password was given a short while ago. */
  fresh: boolean
  /** Milliseconds since the Unix epoch. */
  now: number
}

/** Valid from `now` for the whole life that a capability may have. */
export function issueCapability(grant: CapabilityGrant, signer: KeySigner): string {
  const iat = Math.floor(grant.now / SECOND_MS)
  const claims: Capability = {
    iss: grant.issuer,
    aud: grant.machine,
    sub: grant.user,
    dev: grant.device,
    sid: grant.signIn,
    scp: grant.scopes,
    cnf: { jkt: thumbprint('X25519', grant.deviceKey) },
    iat,
    nbf: iat,
    exp: iat + CAPABILITY_LIFE_MS / SECOND_MS,
    ...(grant.fresh ? { fsh: true } : {}),
  }
  return signJws(CAPABILITY_TYP, claims, signer)
}
