import { type AppError, type Result, refuse } from '../../shared/errors.ts'
import type { Person } from '../../shared/wire/grant.ts'
import type { Login, Me, NewDevice, SignedIn, User } from '../../shared/wire/identity.ts'
import { isFresh } from '../auth/fresh.ts'
import type { Caller, SignedInUser, Visitor } from '../auth/principal.ts'
import type { Site } from '../auth/site.ts'
import type { Transactor, Work } from '../db/transact.ts'
import { type Devices, wireDevice } from '../devices/devices.ts'
import type { DeviceStore } from '../devices/store.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { isPublicKey } from '../tokens/public-key.ts'
import type { SignInStore } from './sign-in-store.ts'
import type { SignIns } from './sign-ins.ts'
import type { Throttling } from './throttling.ts'
import type { UserRow, UserStore } from './user-store.ts'

/** What a client is told, and the secret that goes into its cookie or, for one that holds none, into the answer. */
export interface LetIn {
  body: Omit<SignedIn, 'token'>
  secret: string
}

export interface AccountDeps {
  users: UserStore
  signInStore: SignInStore
  deviceStore: DeviceStore
  signIns: SignIns
  devices: Devices
  passwords: Passwords
  throttling: Throttling
  transact: Transactor
  site: Site
  issuer: string
  limits: AuthorityLimits
}

export interface Accounts {
  /** One answer for every failure, whatever it was. */
  login(visitor: Visitor, body: Login): Promise<Result<LetIn>>
  logout(who: SignedInUser): void
  me(who: Caller, now: number): Me
  /** Whom an id stands for; also a disabled account. */
  person(id: string): Result<Person>
  /** The password once more, for what outlives a sign-in. */
  freshen(who: SignedInUser, password: string): Promise<Result<Me>>
  /** Begins a sign-in of somebody whose password was right, in the change that depends on it. */
  letIn(work: Work, user: UserRow, device: NewDevice | undefined, address: string): LetIn
}

const wireUser = ({ id, name, admin, createdAt }: UserRow): User => ({ id, name, admin, createdAt })

export const invalidLogin = (): { ok: false; error: AppError } =>
  refuse('invalid_login', 'name or password is wrong')

export const plainHttpRefused = (): { ok: false; error: AppError } =>
  refuse('plain_http_refused', 'passwords are not taken over plain http: open this authority over https')

export const deviceProblem = (device: NewDevice | undefined): { ok: false; error: AppError } | null =>
  device === undefined || isPublicKey(device.key)
    ? null
    : refuse('invalid_request', 'the device key is no public key', { field: 'body/device/key' })

export function createAccounts(deps: AccountDeps): Accounts {
  const { users, deviceStore, limits, passwords, throttling } = deps

  const letIn: Accounts['letIn'] = (work, user, offer, address) => {
    const device = offer ? deps.devices.offered(work, user.id, offer, address) : null
    const { secret } = deps.signIns.begin(work, user.id, device?.id ?? null, address)
    return {
      body: { user: wireUser(user), issuer: deps.issuer, device: device && wireDevice(device, device.id) },
      secret,
    }
  }

  const me: Accounts['me'] = (who, now) => {
    const device = who.device === null ? null : deviceStore.get(who.device, who.user.id)
    return {
      user: wireUser(who.user),
      issuer: deps.issuer,
      device: device && wireDevice(device, device.id),
      fresh: who.kind === 'user' && isFresh(who, now, limits),
      email: who.user.email,
      pendingEmail: who.user.pendingEmail,
      hasPassword: who.user.passwordHash !== null,
      viaKey: who.kind === 'key',
    }
  }

  return {
    letIn,
    me,
    person(id) {
      const user = users.get(id)
      return user
        ? { ok: true, value: { id: user.id, name: user.name } }
        : refuse('user_not_found', 'nobody has this id')
    },
    logout: (who) => deps.signIns.signOut(who, who.address),
    async login(visitor, { name, password, device }) {
      if (!deps.site.allowsSignIn()) return plainHttpRefused()
      const problem = deviceProblem(device)
      if (problem) return problem
      const { address } = visitor
      const user = users.find(name)
      const tried = throttling.login(name, address, user !== null && deps.devices.knows(user.id, device))
      if (!tried.ok) return tried
      const hash = user === null || user.disabledAt !== null ? null : user.passwordHash
      const verified = await passwords.verify('public', address, password, hash)
      if (!verified.ok) tried.value.notLookedAt()
      if (!verified.ok) return verified
      if (!verified.value || !user) return invalidLogin()
      tried.value.succeeded()
      return deps.transact((work) => {
        // The rows may have changed while the password was looked at.
        const now = users.get(user.id)
        if (now?.disabledAt !== null || now.passwordHash !== hash) return invalidLogin()
        return { ok: true, value: letIn(work, now, device, address) }
      })
    },
    async freshen(who, password) {
      if (!deps.site.allowsSignIn()) return plainHttpRefused()
      const tried = throttling.fresh(who.user.id)
      if (!tried.ok) return tried
      const hash = who.user.passwordHash
      const verified = await passwords.verify('signed_in', who.address, password, hash)
      if (!verified.ok) tried.value.notLookedAt()
      if (!verified.ok) return verified
      if (!verified.value) return invalidLogin()
      tried.value.succeeded()
      return deps.transact((work) => {
        const signIn = deps.signInStore.get(who.signIn.id, who.user.id)
        const ended = signIn?.endedAt !== null
        if (ended || users.get(who.user.id)?.passwordHash !== hash) return invalidLogin()
        deps.signInStore.freshened(signIn.id, who.user.id, work.now)
        return { ok: true, value: me({ ...who, signIn: { ...signIn, freshAt: work.now } }, work.now) }
      })
    },
  }
}
