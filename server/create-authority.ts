/** Puts the authority together: everything it needs from outside is an argument. */
import type { Database } from 'bun:sqlite'
import type { Logger } from 'pino'
import { newIssuerId, type Random } from '../shared/ids.ts'
import { lazy } from '../shared/lazy.ts'
import type { Clock } from '../shared/time.ts'
import { createPeople } from './accounts/create-people.ts'
import { createSetUpStore } from './accounts/set-up-store.ts'
import { createSignInStore } from './accounts/sign-in-store.ts'
import { createUserStore } from './accounts/user-store.ts'
import { createAdmin } from './admin/create-admin.ts'
import type { HostActs } from './admin/host-acts.ts'
import { createApp } from './app.ts'
import { createPageStore } from './audit/page-store.ts'
import { createAuditStore } from './audit/store.ts'
import { cookieRules } from './auth/cookie.ts'
import { createEdge, type Edge } from './auth/edge.ts'
import { createSite, type Site, type SiteFacts } from './auth/site.ts'
import { createAuthorization } from './authorization.ts'
import { createSettingsStore } from './db/settings-store.ts'
import { createTransact } from './db/transact.ts'
import { createDevices } from './devices/devices.ts'
import { createDeviceStore } from './devices/store.ts'
import { createEmailChangeStore } from './email/store.ts'
import { createEnrollment } from './enrollment/enrollment.ts'
import { createCodeStore } from './enrollment/store.ts'
import { createGrantStore } from './grants/store.ts'
import { createApiKeyStore } from './keys/store.ts'
import type { AuthorityLimits } from './limits.ts'
import { createMachineKeyStore } from './machine-keys/store.ts'
import { createFleet } from './machines/create-fleet.ts'
import { createStanding } from './machines/standing.ts'
import { createMachineStore } from './machines/store.ts'
import { createMailing } from './mail/create-mailing.ts'
import type { StoppableHandOver } from './mail/hand-over.ts'
import { createOutboxStore } from './mail/outbox-store.ts'
import type { Post } from './mail/post.ts'
import { createMailTokenStore } from './mail/token-store.ts'
import { createMailTokens } from './mail/tokens.ts'
import type { Hasher } from './passwords/hasher.ts'
import { createProvisioningKeyStore } from './provisioning/store.ts'
import { createWaysIn } from './recovery/create-ways-in.ts'
import { createRegistrationStore } from './registration/store.ts'
import type { Authorization, Relay } from './relay/ports.ts'
import { createRevoke } from './revocations/revoke.ts'
import { createRevocationStore } from './revocations/store.ts'
import type { FixedSettings } from './settings/rows.ts'
import { createSettings } from './settings/settings.ts'
import { type SweepDeps, startSweeping } from './sweep.ts'
import { createRates } from './throttle/rates.ts'
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
  /** What the environment decides of what an admin may set. */
  fixed: FixedSettings
  /** Gives letters to the mail host; null: they wait for a process that does. */
  handOver: StoppableHandOver | null
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
  /** What is done on its own host. */
  hostActs: HostActs
  /** Resolves once nothing here touches the database any more. */
  close(): Promise<void>
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
  const settings = createSettings({ ...stores, store: stores.settings, fixed: deps.fixed, limits })
  const standing = createStanding({ ...stores, settings, limits })
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
  const shared = {
    ...stores,
    settings,
    transact,
    revoke,
    clock,
    random,
    limits,
    issuer,
    site,
    keys,
    standing,
    relay,
  }
  const devices = createDevices({ ...shared, devices: stores.devices })
  const enrollment = createEnrollment(shared)
  const mailTokens = createMailTokens({ store: stores.mailTokens, random, site, limits })
  const post = createMailing({
    ...shared,
    outboxStore: stores.outbox,
    mailTokens,
    handOver: deps.handOver,
    log: deps.log,
  })
  const people = createPeople({
    ...shared,
    hasher: deps.hasher,
    deviceActs: devices,
    enrollment,
    outbox: post,
  })
  const fleet = createFleet({ ...shared, enrollment })
  const waysIn = createWaysIn({
    ...shared,
    ...people,
    apiKeys: stores.apiKeys,
    endSignIns: people.signIns.endSignIns,
    mailTokens,
    outbox: post,
  })
  const rates = createRates(clock, limits)
  const admin = createAdmin({
    ...shared,
    ...people,
    ...fleet,
    ...waysIn,
    ...{ users: stores.users, signIns: stores.signIns, machines: stores.machines, apiKeys: stores.apiKeys },
    endSignIns: people.signIns.endSignIns,
    keyStore: stores.keys,
    mailCare: post,
    mailTokens,
    outbox: post,
    rates,
  })
  const cookies = cookieRules(deps.site.origin?.startsWith('https:') ?? false, issuer, limits.signInMs)
  const appDeps = {
    ...people,
    cookies,
    rates,
    clock,
    issuer,
    statements: keys,
    devices,
    ...fleet,
    ...admin,
    ...waysIn,
    enrollment,
    mintTokens: createMintTokens({ ...shared, relayUrl: site.relayUrl }),
    log: deps.log,
  }
  // Sixty routes cost a tenth of a start; the first request pays for them.
  const app = lazy(() => createApp(appDeps))
  return {
    get app() {
      return app()
    },
    edge: createEdge({
      ...deps,
      site,
      cookies,
      signIns: people.signIns,
      apiKeys: people.apiKeys,
      app: (request) => app().handle(request),
    }),
    site,
    issuer,
    relay,
    authorization,
    setUpLink: people.firstAdmin.mint,
    localMachine: people.local.prepare,
    rotateKeys: () => void admin.care.rotateKeys(null),
    hostActs: admin.hostActs,
    close: closing(post, {
      ...shared,
      devices,
      ended: [
        stores.signIns,
        stores.links,
        stores.codes,
        stores.apiKeys,
        stores.provisioningKeys,
        stores.mailTokens,
        stores.outbox,
        stores.registrations,
        stores.emailChanges,
      ],
    }),
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
  apiKeys: createApiKeyStore(db),
  pages: createPageStore(db),
  provisioningKeys: createProvisioningKeyStore(db),
  machineKeyStore: createMachineKeyStore(db),
  registrations: createRegistrationStore(db),
  emailChanges: createEmailChangeStore(db),
  mailTokens: createMailTokenStore(db),
  outbox: createOutboxStore(db),
})

/** Sweeps until it is closed. */
function closing(post: Post, sweep: SweepDeps): () => Promise<void> {
  const stopSweeping = startSweeping(sweep)
  return async () => {
    stopSweeping()
    await post.stop()
  }
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
