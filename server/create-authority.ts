/** Puts the authority together: everything it needs from outside is an argument. */
import type { Database } from 'bun:sqlite'
import type { Logger } from 'pino'
import { newIssuerId, type Random } from '../shared/ids.ts'
import type { Clock } from '../shared/time.ts'
import { createAccounts } from './accounts/accounts.ts'
import { createFirstAdmin } from './accounts/set-up.ts'
import { createSetUpStore } from './accounts/set-up-store.ts'
import { createSignInStore } from './accounts/sign-in-store.ts'
import { createSignIns } from './accounts/sign-ins.ts'
import { createThrottling } from './accounts/throttling.ts'
import { createUserStore } from './accounts/user-store.ts'
import { createApp } from './app.ts'
import { createAuditStore } from './audit/store.ts'
import { cookieRules } from './auth/cookie.ts'
import { createEdge, type Edge } from './auth/edge.ts'
import { createSite, type Site, type SiteFacts } from './auth/site.ts'
import { createAuthorization } from './authorization.ts'
import { createSettingsStore } from './db/settings-store.ts'
import { createTransact, type Transactor } from './db/transact.ts'
import { createDevices } from './devices/devices.ts'
import { createDeviceStore } from './devices/store.ts'
import { createEnrollment } from './enrollment/enrollment.ts'
import { createCodeStore } from './enrollment/store.ts'
import { createGrantStore } from './grants/store.ts'
import type { AuthorityLimits } from './limits.ts'
import { createLocalMachine } from './machines/local.ts'
import { createMachines } from './machines/machines.ts'
import { createStanding } from './machines/standing.ts'
import { createMachineStore } from './machines/store.ts'
import type { Hasher } from './passwords/hasher.ts'
import { createPasswords } from './passwords/passwords.ts'
import type { Authorization, Relay } from './relay/ports.ts'
import { createRevoke } from './revocations/revoke.ts'
import { createRevocationStore } from './revocations/store.ts'
import { startSweeping } from './sweep.ts'
import { createRates } from './throttle/rates.ts'
import { createThrottle } from './throttle/throttle.ts'
import { createKeyStore } from './tokens/key-store.ts'
import { createKeys } from './tokens/keys.ts'
import { createMintTokens } from './tokens/tokens.ts'

export interface AuthorityDeps<R extends Relay> {
  db: Database
  clock: Clock
  random: Random
  limits: AuthorityLimits
  log: Logger
  hasher: Hasher
  site: SiteFacts
  trustedProxyHops: number
  /** The relay, which asks back what the rows say. */
  relay(authorization: Authorization): R
}

export interface Authority<R extends Relay> {
  app: ReturnType<typeof createApp>
  edge: Edge
  site: Site
  issuer: string
  relay: R
  authorization: Authorization
  /** A fresh set-up link as path and fragment; null once there is a user. */
  setUpLink(): string | null
  localMachine(label: string): { machine: string; code: string } | null
  /** One more signing key; machines that acknowledge it get tokens signed with it. */
  rotateKeys(): void
  close(): void
}

export function createAuthority<R extends Relay>(deps: AuthorityDeps<R>): Authority<R> {
  const { clock, random, limits } = deps
  const stores = createStores(deps.db)
  const transact = createTransact({ db: deps.db, clock })
  const issuer = transact(() => issuerOf(stores.settings, random))
  const site = createSite(deps.site)
  const keys = createKeys({ store: stores.keys, issuer, random })
  transact((work) => {
    keys.begin(work)
    stores.audit.closeLeftOpen(work.now)
  })
  const standing = createStanding({ ...stores, limits })
  const authorization = createAuthorization({
    ...stores,
    issuer,
    relayHost: relayHostOf(deps.site),
    standing,
    keys,
    clock,
  })
  const relay = deps.relay(authorization)
  const revoke = createRevoke({ ...stores, relay })
  const shared = { ...stores, transact, revoke, clock, random, limits, issuer, site, keys, standing, relay }
  const devices = createDevices({ ...shared, devices: stores.devices })
  const enrollment = createEnrollment(shared)
  const people = createPeople({ ...shared, hasher: deps.hasher, deviceActs: devices, enrollment })
  const rates = createRates(clock, limits)
  const cookies = cookieRules(deps.site.origin?.startsWith('https:') ?? false, issuer, limits.signInMs)
  const app = createApp({
    ...people,
    cookies,
    rates,
    clock,
    devices,
    machines: createMachines({ ...shared, enrollment }),
    enrollment,
    mintTokens: createMintTokens({ ...shared, relayUrl: site.relayUrl }),
    log: deps.log,
  })
  return {
    app,
    edge: createEdge({
      ...deps,
      site,
      cookies,
      signIns: people.signIns,
      app: (request) => app.handle(request),
    }),
    site,
    issuer,
    relay,
    authorization,
    setUpLink: people.firstAdmin.mint,
    localMachine: people.local.prepare,
    rotateKeys: () => rotateKeys({ transact, keys, machines: stores.machines, relay }),
    close: startSweeping({ ...shared, devices }),
  }
}

type Stores = ReturnType<typeof createStores>

const createStores = (db: Database) => ({
  settings: createSettingsStore(db),
  users: createUserStore(db),
  signIns: createSignInStore(db),
  links: createSetUpStore(db),
  devices: createDeviceStore(db),
  machines: createMachineStore(db),
  grants: createGrantStore(db),
  codes: createCodeStore(db),
  revocations: createRevocationStore(db),
  audit: createAuditStore(db),
  keys: createKeyStore(db),
})

interface PeopleDeps extends Omit<Stores, 'keys'> {
  transact: Transactor
  revoke: ReturnType<typeof createRevoke>
  clock: Clock
  random: Random
  limits: AuthorityLimits
  issuer: string
  site: Site
  hasher: Hasher
  deviceActs: ReturnType<typeof createDevices>
  enrollment: ReturnType<typeof createEnrollment>
}

/** Accounts and what makes the first of them. */
function createPeople(deps: PeopleDeps) {
  const { limits, users } = deps
  const signIns = createSignIns(deps)
  const passwords = createPasswords(deps.hasher, limits)
  const throttling = createThrottling(createThrottle(deps.clock, limits.throttleKeys), limits)
  const accounts = createAccounts({
    ...deps,
    signInStore: deps.signIns,
    deviceStore: deps.devices,
    devices: deps.deviceActs,
    signIns,
    passwords,
    throttling,
  })
  const local = createLocalMachine({ ...deps, hasUsers: users.any })
  const firstAdmin = createFirstAdmin({ ...deps, accounts, local, passwords })
  return { signIns, accounts, local, firstAdmin }
}

/** Made at the first start, and never again: tokens and handshakes name it, so the origin may change. */
function issuerOf(settings: Stores['settings'], random: Random): string {
  const before = settings.get('issuer')
  if (before !== null) return before
  const issuer = newIssuerId(random)
  settings.set('issuer', issuer)
  return issuer
}

/** Null while only the loopback address is known: then it is the Host that a machine dialled. */
function relayHostOf({ relayUrl, origin }: SiteFacts): string | null {
  const url = relayUrl ?? origin
  return url === null ? null : new URL(url).host
}

function rotateKeys(deps: {
  transact: Transactor
  keys: ReturnType<typeof createKeys>
  machines: Stores['machines']
  relay: Relay
}): void {
  deps.transact((work) => {
    deps.keys.rotate(work)
    for (const machine of deps.machines.enrolled()) work.after(() => deps.relay.nudge(machine))
  })
}
