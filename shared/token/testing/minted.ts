/** An authority's key and a capability of it, for tests. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { seededRandom } from '../../testing/seeded-random.ts'
import { CAPABILITY_TYP } from '../claims.ts'
import { type CapabilityGrant, issueCapability } from '../issue.ts'
import { type KeySigner, type SigningKey, signJws } from '../jws.ts'
import { nodeSigner } from '../node-verifier.ts'
import { signingKey } from '../statement.ts'

export const NOW = 1_800_000_000_000

/** The same key for the same seed. */
export function keyPair(seed: number): { key: SigningKey; signer: KeySigner } {
  const secret = seededRandom(seed)(32)
  const key = signingKey(ed25519.getPublicKey(secret))
  return { key, signer: { kid: key.kid, sign: nodeSigner(secret) } }
}

export const authority = keyPair(1)

export const GRANT: CapabilityGrant = {
  issuer: 'iss_one',
  machine: 'm_one',
  user: 'u_one',
  device: 'd_one',
  deviceKey: new Uint8Array(32).fill(9),
  signIn: 's_one',
  scopes: ['session:read', 'session:write'],
  fresh: false,
  now: NOW,
}

export const EXPECTED = { now: NOW, issuer: GRANT.issuer, audience: GRANT.machine }

export const capability = (): string => issueCapability(GRANT, authority.signer)

/** The claims of `capability()`, changed, and signed again. A member that is undefined is left out. */
export function capabilityWith(changes: Record<string, unknown>): string {
  const claims: unknown = JSON.parse(
    atob(capability().split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''),
  )
  return signJws(CAPABILITY_TYP, Object.assign({}, claims, changes), authority.signer)
}
