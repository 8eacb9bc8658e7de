/** The whole state of a page. What it needs of the browser is given to it, once, by `main.tsx`. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Random } from '../../shared/ids.ts'
import { webSuite } from '../../shared/noise/web-suite.ts'
import type { Clock } from '../../shared/time.ts'
import { type Authority, createAuthority } from '../api/authority.ts'
import { createDeviceKeys } from '../api/device-keys.ts'
import { openStores } from '../api/idb.ts'
import { createMachinePins } from '../api/machine-pins.ts'
import type { UiLimits } from '../limits.ts'
import { type AccountState, createAccount } from './account.ts'
import { type Connection, connectionOf } from './connection.ts'
import { createFreshActs, type FreshActs } from './fresh-acts.ts'
import { takeFrontLink } from './front-link.ts'
import { createMachines, type Machines } from './machines.ts'
import { createPreferences, type Preferences } from './preferences.ts'
import { createRouter, type Router } from './router.ts'
import { takeSetUpLink } from './set-up-link.ts'
import type { Tabs } from './tabs.ts'

export interface AppState {
  readonly router: Router
  readonly account: AccountState
  /** What wants the password once more. */
  readonly fresh: FreshActs
  /** What no other part of the state asks for: the account's devices. */
  readonly authority: Authority
  readonly preferences: Preferences
  /** Null while nobody is signed in, or this browser has no device key. */
  readonly machines: ReadonlySignal<Machines | null>
  readonly connection: ReadonlySignal<Connection>
  /** False: what is typed or sent from here does not outlive the page. */
  readonly kept: boolean
}

export interface AppStateDeps {
  page: Window
  fetcher: typeof fetch
  subtle: SubtleCrypto | undefined
  indexedDb: IDBFactory | undefined
  storage: Storage | null
  tabs: Tabs
  openSocket(url: string): WebSocket
  /** What this browser calls itself. */
  describe: { name: string; platform: string }
  clock: Clock
  random: Random
  limits: UiLimits
}

export async function createAppState(deps: AppStateDeps): Promise<AppState> {
  const { page, subtle, clock, random, limits } = deps
  // First of all: the address must not keep the link.
  const link = takeSetUpLink(page)
  const front = takeFrontLink(page)
  const router = createRouter(page)
  const preferences = createPreferences(deps.storage, page.document.documentElement)
  const { stores, kept } = await openStores(deps.indexedDb, 'fairlead')
  const [keys, suite] = await Promise.all([createDeviceKeys(stores.keys, subtle), webSuite(subtle, random)])
  const authority = createAuthority({
    origin: page.location.origin,
    fetcher: deps.fetcher,
    signedOut: (code) => account.ended(code),
    clock,
    limits,
  })
  const account = createAccount({
    authority,
    keys,
    link,
    front,
    describe: deps.describe,
    async keepPairing(user, secret) {
      await createMachinePins(user, stores).keepPairing(null, secret)
    },
  })
  const fresh = createFreshActs(account.freshen)
  const machines = signal<Machines | null>(null)

  // Another person, another device, another everything.
  const holder = computed(() => {
    const now = account.account.value
    return now.is === 'signed_in' && now.device.is === 'ready'
      ? `${now.user.id} ${now.device.device.id}`
      : null
  })
  effect(() => {
    const held = holder.value
    const now = account.account.peek()
    if (held === null || now.is !== 'signed_in' || now.device.is !== 'ready') return
    const { key } = now.device
    const pins = createMachinePins(now.user.id, stores)
    const opened = createMachines({
      user: now.user.id,
      device: key,
      deviceName: deps.describe.name,
      authority,
      pins,
      stores,
      suite,
      openSocket: deps.openSocket,
      tabs: deps.tabs,
      clock,
      random,
      limits,
    })
    machines.value = opened
    void opened.refresh()
    return () => {
      opened.close()
      machines.value = null
    }
  })
  watchPage(page, machines)
  void account.load()

  const connection = computed(() => {
    const route = router.route.value
    const all = machines.value
    const link = 'machine' in route && route.machine !== null ? all?.links.value : undefined
    const circuit = link?.find(({ id }) => 'machine' in route && id === route.machine)?.circuit
    return connectionOf(account.account.value, circuit?.state.value ?? null, all?.list.value.code ?? null)
  })
  return { router, account, fresh, authority, preferences, machines, connection, kept }
}

/** A phone sleeps and wakes, a network goes and comes. */
function watchPage(page: Window, machines: ReadonlySignal<Machines | null>): void {
  const wake = (): void => machines.peek()?.wake()
  page.addEventListener('online', wake)
  // What is left of the network may still lead to a machine: it is asked, and the pill says what came of it.
  page.addEventListener('offline', wake)
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') return wake()
    for (const link of machines.peek()?.links.peek() ?? []) void link.drafts.flush()
  })
}
