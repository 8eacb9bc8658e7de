import { type AppError, type Result, refuse } from '../../shared/errors.ts'
import { newSignInId, type Random } from '../../shared/ids.ts'
import type { Clock } from '../../shared/time.ts'
import type { SignIn } from '../../shared/wire/account.ts'
import type { AuditStore } from '../audit/store.ts'
import { SIGN_IN_PREFIX } from '../auth/credentials.ts'
import type { SignedInUser } from '../auth/principal.ts'
import { hashSecret, newSecret } from '../auth/secret.ts'
import type { Transactor, Work } from '../db/transact.ts'
import type { DeviceStore } from '../devices/store.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { Revoke } from '../revocations/revoke.ts'
import type { SignInEnd, SignInRow, SignInStore } from './sign-in-store.ts'
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

/** Who did it, as the audit names them; null: nobody that can be named. */
export interface DoneBy {
  user: string | null
  device: string | null
  address: string | null
}

/** Ends the live sign-ins of a user, all or all but one, with their circuits; how many those were. */
export type EndSignIns = (
  work: Work,
  user: string,
  which: { except?: string },
  why: SignInEnd,
  by: DoneBy,
) => number

export interface SignIns {
  /** Part of the change that let somebody in; past the limit their oldest ends. */
  begin(work: Work, user: string, device: string | null, address: string): { secret: string }
  /** Whom a token stands for now. The one reason that ended it is the refusal's code. */
  resolve(secret: string): Result<Resolved>
  /** Whether this sign-in's cookie is due to be handed out again; then it counts as handed out. */
  renewCookie(signIn: SignInRow): boolean
  signOut(resolved: Resolved, address: string): void
  list(who: SignedInUser): SignIn[]
  endOne(who: SignedInUser, id: string): Result<{ ended: number }>
  /** All but the one that asks. */
  endOthers(who: SignedInUser): number
  endSignIns: EndSignIns
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

  const endSignIns: EndSignIns = (work, user, { except }, why, by) => {
    const ending = signIns.live(user, work.now).filter(({ id }) => id !== except)
    for (const { id } of ending) {
      signIns.end(id, user, work.now, why)
      deps.audit.append({ at: work.now, ...by, act: 'sign_in_ended', subject: id })
      deps.revoke.lost(work, { user, sid: id })
    }
    return ending.length
  }

  return {
    endSignIns,
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
      if (signIn && users.wasDeleted(signIn.user)) return refuse('user_deleted', 'this account was deleted')
      if (!signIn || !user) return refuse('session_expired', 'this sign-in is over')
      if (signIn.endedAt !== null) return endedBecause(signIn)
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
    list({ user, signIn: current }) {
      return signIns.live(user.id, clock.now()).map((row) => ({
        id: row.id,
        createdAt: row.createdAt,
        usedAt: row.usedAt,
        expiresAt: row.expiresAt,
        device: row.device === null ? null : (devices.get(row.device, user.id)?.name ?? null),
        current: row.id === current.id,
      }))
    },
    endOne({ user, device, address }, id) {
      return transact((work) => {
        const row = signIns.live(user.id, work.now).find((live) => live.id === id)
        if (!row) return refuse('sign_in_not_found', 'you have no such sign-in')
        signIns.end(id, user.id, work.now, 'ended')
        const by = { user: user.id, device, address }
        deps.audit.append({ at: work.now, ...by, act: 'sign_in_ended', subject: id })
        deps.revoke.lost(work, { user: user.id, sid: id })
        return { ok: true, value: { ended: 1 } }
      })
    },
    endOthers({ user, signIn, device, address }) {
      const by = { user: user.id, device, address }
      return transact((work) => endSignIns(work, user.id, { except: signIn.id }, 'ended', by))
    },
  }
}

const endedBecause = ({ endedWhy }: SignInRow): { ok: false; error: AppError } =>
  endedWhy === 'device_retired'
    ? refuse('device_revoked', 'this device was retired')
    : refuse('session_revoked', 'this sign-in was ended')
