/** What admins’ routes call, over a rig’s rows and relay, without the routes. */
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { createSignInStore } from '../accounts/sign-in-store.ts'
import { createUserStore } from '../accounts/user-store.ts'
import { createPageStore } from '../audit/page-store.ts'
import { createAuditStore } from '../audit/store.ts'
import type { SignedInUser } from '../auth/principal.ts'
import { hashSecret } from '../auth/secret.ts'
import { createTransact, type Work } from '../db/transact.ts'
import { createEnrollment } from '../enrollment/enrollment.ts'
import { createCodeStore } from '../enrollment/store.ts'
import { createGrantStore } from '../grants/store.ts'
import { authorityLimits } from '../limits.ts'
import { createMachineKeyStore } from '../machine-keys/store.ts'
import { createFleet } from '../machines/create-fleet.ts'
import { createStanding } from '../machines/standing.ts'
import { createMachineStore } from '../machines/store.ts'
import { createProvisioningKeyStore } from '../provisioning/store.ts'
import { createRevoke } from '../revocations/revoke.ts'
import { createRevocationStore } from '../revocations/store.ts'
import { createKeyStore } from '../tokens/key-store.ts'
import { createKeys } from '../tokens/keys.ts'
import type { Client, Rig } from './rig.ts'

export interface TestFleet extends ReturnType<typeof createFleet> {
  /** One change of rows, and what it means for sockets after it. */
  act<T>(what: (work: Work) => T): T
}

export function fleetOf({ db, clock, relay, authority }: Rig): TestFleet {
  const stores = {
    users: createUserStore(db),
    machines: createMachineStore(db),
    grants: createGrantStore(db),
    codes: createCodeStore(db),
    revocations: createRevocationStore(db),
    audit: createAuditStore(db),
    pages: createPageStore(db),
    provisioningKeys: createProvisioningKeyStore(db),
    machineKeyStore: createMachineKeyStore(db),
  }
  const { issuer, site } = authority
  const random = seededRandom(11)
  const limits = authorityLimits
  const transact = createTransact({ db, clock })
  const keys = createKeys({ store: createKeyStore(db), issuer, random })
  const settings = { machineLimit: () => limits.machines }
  const standing = createStanding({ ...stores, settings, limits })
  const revoke = createRevoke({ ...stores, relay })
  const shared = { ...stores, standing, relay, revoke, transact, random, limits, issuer }
  const enrollment = createEnrollment({ ...shared, keys, site })
  return { ...createFleet({ ...shared, enrollment }), act: transact }
}

/** This client, as the edge admits them. */
export function admitted({ db }: Rig, client: Client): SignedInUser {
  const user = createUserStore(db).get(client.user)
  const signIn = createSignInStore(db).byHash(hashSecret(client.secret))
  if (!user || !signIn) throw new TypeError('they are not signed in')
  return { kind: 'user', user, signIn, device: client.device, address: '192.0.2.1' }
}
