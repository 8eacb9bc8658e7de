/** Who is signed in here, and this browser's device. */
import { type ReadonlySignal, signal } from '@preact/signals'
import { AppError, type ErrorCode, ok, type Result } from '../../shared/errors.ts'
import type { ApiKey } from '../../shared/wire/account.ts'
import type { Device, NewDevice, User } from '../../shared/wire/identity.ts'
import type { Authority } from '../api/authority.ts'
import type { DeviceKey, DeviceKeys } from '../api/device-keys.ts'
import type { FrontLink } from './front-link.ts'
import type { SetUpLink } from './set-up-link.ts'

export type Account =
  /** The authority was not heard yet. */
  | { is: 'unknown' }
  /** It does not answer: `load` asks again. */
  | { is: 'unreachable'; code: ErrorCode }
  /** `why` where a sign-in ended. */
  | { is: 'signed_out'; why: ErrorCode | null }
  /** The page was opened by a set-up link. */
  | { is: 'set_up'; link: SetUpLink }
  /** The page was opened at an address that brings somebody in; who is signed in here was not asked. */
  | { is: 'front'; front: FrontLink }
  | SignedIn

export interface SignedIn {
  is: 'signed_in'
  user: User
  issuer: string
  /**
   * `missing`: this browser has no key that this sign-in may use (`registerDevice` with the password) · `none`: it
   * cannot have one, so no machine can be reached from here.
   */
  device: { is: 'ready'; device: Device; key: DeviceKey } | { is: 'missing' } | { is: 'none' }
}

export interface AccountState {
  readonly account: ReadonlySignal<Account>
  load(): Promise<void>
  /** The link was used, or is of no use: on to whoever is signed in here, or to signing in. */
  dropLink(): Promise<void>
  setUp(name: string, password: string): Promise<Result<null>>
  /** Makes the account that a letter is about, under another name where one is given, and enters it. */
  confirm(token: string, password: string, name: string | null): Promise<Result<null>>
  /** The first password of an account that was made for somebody. */
  acceptInvite(token: string, password: string): Promise<Result<null>>
  /** The page stays where it is where keys are still good: they are for the person to look at, then `load`. */
  reset(token: string, password: string): Promise<Result<ApiKey[]>>
  signIn(name: string, password: string): Promise<Result<null>>
  signOut(): Promise<Result<null>>
  /** The password once more: for what outlives a sign-in. */
  freshen(password: string): Promise<Result<null>>
  /** Makes this browser one of the account's devices. */
  registerDevice(password: string): Promise<Result<null>>
  /** The authority said that the sign-in is over. */
  ended(why: ErrorCode): void
}

export interface AccountDeps {
  authority: Authority
  keys: DeviceKeys
  link: SetUpLink | null
  front: FrontLink | null
  /** What this browser calls itself. */
  describe: { name: string; platform: string }
  /** A pairing secret that came with the set-up link; kept before anything depends on it. */
  keepPairing(user: string, secret: string): Promise<void>
}

export function createAccount(deps: AccountDeps): AccountState {
  const { authority, keys } = deps
  const account = signal<Account>({ is: 'unknown' })
  let { link, front } = deps

  async function offer(name: string): Promise<{ device?: NewDevice }> {
    const key = await keys.ensure(name)
    if (!key) return {}
    return { device: { ...(key.id === null ? {} : { id: key.id }), key: key.publicKey, ...deps.describe } }
  }

  async function enter(user: User, issuer: string, device: Device | null): Promise<void> {
    const key = await keys.of(user.name)
    if (key && device?.key === key.publicKey) await keys.named(user.name, device.id)
    account.value = { is: 'signed_in', user, issuer, device: deviceState(key, device) }
  }

  function deviceState(key: DeviceKey | null, device: Device | null): SignedIn['device'] {
    if (key && device?.key === key.publicKey) return { is: 'ready', device, key }
    return keys.supported ? { is: 'missing' } : { is: 'none' }
  }

  async function signedIn(
    asked: Result<{ user: User; issuer: string; device: Device | null }>,
  ): Promise<Result<null>> {
    if (!asked.ok) return asked
    authority.renewed()
    await enter(asked.value.user, asked.value.issuer, asked.value.device)
    return ok(null)
  }

  /**
   * Of who came by a letter or an address: only now is it known which key of this browser is the account's. Null where
   * the device was not taken; its own screen asks for it once more, and says why.
   */
  async function registeredAfter({ user }: { user: User }): Promise<Device | null> {
    authority.renewed()
    link = null
    front = null
    const { device } = await offer(user.name)
    const asked = device && (await authority.ask((api) => api.v1.devices.post(device)))
    return asked?.ok ? asked.value : null
  }

  async function signedInUnnamed(asked: Result<{ user: User; issuer: string }>): Promise<Result<null>> {
    if (!asked.ok) return asked
    const { user, issuer } = asked.value
    await enter(user, issuer, await registeredAfter({ user }))
    return ok(null)
  }

  async function load(): Promise<void> {
    if (front) {
      account.value = { is: 'front', front }
      return
    }
    if (link) {
      account.value = { is: 'set_up', link }
      return
    }
    const me = await authority.ask((api) => api.v1.me.get())
    if (me.ok) return enter(me.value.user, me.value.issuer, me.value.device)
    const { code } = me.error
    if (code === 'unauthenticated') account.value = { is: 'signed_out', why: null }
    // What ends a sign-in was told by `ended` already.
    else if (account.value.is !== 'signed_out') account.value = { is: 'unreachable', code }
  }

  return {
    account,
    load,
    async dropLink() {
      link = null
      front = null
      await load()
    },
    async setUp(name, password) {
      const used = link
      if (!used) return { ok: false, error: new AppError('code_unusable', 'there is no set-up link') }
      const body = { token: used.token, name, password, ...(await offer(name)) }
      const asked = await authority.ask((api) => api.v1['set-up'].post(body))
      if (!asked.ok) return asked
      link = null
      if (used.pairing !== null) await deps.keepPairing(asked.value.user.id, used.pairing)
      return signedIn(asked)
    },
    async confirm(token, password, name) {
      const body = { token, password, ...(name === null ? {} : { name }) }
      return signedInUnnamed(await authority.ask((api) => api.v1.confirm.post(body)))
    },
    async acceptInvite(token, password) {
      return signedInUnnamed(await authority.ask((api) => api.v1.invite.post({ token, password })))
    },
    async reset(token, password) {
      const asked = await authority.ask((api) => api.v1.reset.post({ token, password }))
      if (!asked.ok) return asked
      const { keys: live } = asked.value
      if (live.length === 0) await signedInUnnamed(asked)
      else await registeredAfter(asked.value)
      return ok(live)
    },
    async signIn(name, password) {
      // An address is no name: a key that was offered under it would make a second device of this browser.
      const isAddress = name.includes('@')
      const body = { name, password, ...(isAddress ? {} : await offer(name)) }
      const asked = await authority.ask((api) => api.v1.login.post(body))
      if (isAddress) return signedInUnnamed(asked)
      if (asked.ok) link = null
      return signedIn(asked)
    },
    async signOut() {
      const asked = await authority.ask((api) => api.v1.logout.post())
      if (!asked.ok && asked.error.code === 'authority_unreachable') return asked
      authority.renewed()
      account.value = { is: 'signed_out', why: null }
      return ok(null)
    },
    async freshen(password) {
      const asked = await authority.ask((api) => api.v1.fresh.post({ password }))
      return asked.ok ? ok(null) : asked
    },
    async registerDevice(password) {
      const now = account.value
      if (now.is !== 'signed_in')
        return { ok: false, error: new AppError('unauthenticated', 'nobody is signed in') }
      const fresh = await authority.ask((api) => api.v1.fresh.post({ password }))
      if (!fresh.ok) return fresh
      const { device } = await offer(now.user.name)
      if (!device) return { ok: false, error: new AppError('device_not_found', 'this browser has no key') }
      const asked = await authority.ask((api) => api.v1.devices.post(device))
      if (!asked.ok) return asked
      await enter(now.user, now.issuer, asked.value)
      return ok(null)
    },
    ended(why) {
      if (account.value.is !== 'signed_out') account.value = { is: 'signed_out', why }
    },
  }
}
