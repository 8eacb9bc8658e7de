import { type Result, refuse } from '../../shared/errors.ts'
import { newSignInId, type Random } from '../../shared/ids.ts'
import type { Clock } from '../../shared/time.ts'
import type { AuditStore } from '../audit/store.ts'
import { SIGN_IN_PREFIX } from '../auth/credentials.ts'
import { hashSecret, newSecret } from '../auth/secret.ts'
import type { Transactor, Work } from '../db/transact.ts'
import type { DeviceStore } from '../devices/store.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { Revoke } from '../revocations/revoke.ts'
import type { SignInRow, SignInStore } from './sign-in-store.ts'
import type { UserRow, UserStore } from './user-store.ts'

export interface SignInDeps {
  signIns: SignInStore
  users: UserStore
  devices: DeviceStore
  audit: AuditStore
  transact: Transactor
  revoke: Revoke
  clock: Clock
  random: Random
  limits: AuthorityLimits
}

export interface Resolved {
  user: UserRow
  signIn: SignInRow
  /** Null also when the device was retired. */
  device: string | null
}

export interface SignIns {
  /** Part of the change that let somebody in; past the limit their oldest ends. */
  begin(work: Work, user: string, device: string | null, address: string): { secret: string }
  /** Whom a token stands for now. The one reason that ended it is the refusal's code. */
  resolve(secret: string): Result<Resolved>
  /** Whether this sign-in's cookie is due to be handed out again; then it counts as handed out. */
  renewCookie(signIn: SignInRow): boolean
  signOut(resolved: Resolved, address: string): void
}

export function createSignIns(deps: SignInDeps): SignIns {
  const { signIns, users, devices, clock, limits, transact } = deps

  const touch = ({ id, user, device, usedAt }: SignInRow): void => {
    const now = clock.now()
    if (now - usedAt < limits.touchMs) return
    transact(() => {
      signIns.used(id, now, now + limits.signInMs)
      if (device !== null) devices.used(device, user, now)
    })
  }

  return {
    begin(work, user, device, address) {
      const { now } = work
      const secret = newSecret(deps.random, SIGN_IN_PREFIX)
      const id = newSignInId(deps.random)
      const before = signIns.live(user, now)
      for (const oldest of before.slice(0, Math.max(0, before.length + 1 - limits.signIns))) {
        signIns.end(oldest.id, user, now, 'evicted')
        deps.audit.append({ at: now, user, device, address, act: 'sign_in_evicted', subject: oldest.id })
        deps.revoke.lost(work, { user, sid: oldest.id })
      }
      signIns.insert({
        id,
        user,
        device,
        tokenHash: hashSecret(secret),
        createdAt: now,
        expiresAt: now + limits.signInMs,
      })
      deps.audit.append({ at: now, user, device, address, act: 'sign_in', subject: id })
      return { secret }
    },
    resolve(secret) {
      const signIn = signIns.byHash(hashSecret(secret))
      const user = signIn && users.get(signIn.user)
      if (!signIn || !user) return refuse('session_expired', 'this sign-in is over')
      if (signIn.endedAt !== null) {
        return signIn.endedWhy === 'device_retired'
          ? refuse('device_revoked', 'this device was retired')
          : refuse('session_revoked', 'this sign-in was ended')
      }
      if (signIn.expiresAt <= clock.now()) return refuse('session_expired', 'this sign-in is over')
      if (user.disabledAt !== null) return refuse('user_disabled', 'this account is disabled')
      touch(signIn)
      const device = signIn.device === null ? null : devices.get(signIn.device, user.id)
      return { ok: true, value: { user, signIn, device: device?.retiredAt === null ? device.id : null } }
    },
    renewCookie(signIn) {
      const now = clock.now()
      if (now - signIn.cookieAt < limits.cookieAgeMs) return false
      transact(() => signIns.cookieGiven(signIn.id, now))
      return true
    },
    signOut({ user, signIn, device }, address) {
      transact((work) => {
        signIns.end(signIn.id, user.id, work.now, 'signed_out')
        const { now: at } = work
        deps.audit.append({ at, user: user.id, device, address, act: 'sign_out', subject: signIn.id })
        deps.revoke.lost(work, { user: user.id, sid: signIn.id })
      })
    },
  }
}
