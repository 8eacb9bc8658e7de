/**
 * The machine lock: which device keys this machine lets in, by its own list, which the authority neither sees nor
 * signs. On from enrollment.
 */
import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Random } from '../../shared/ids.ts'
import { equalInConstantTime } from '../../shared/noise/constant-time.ts'
import { PAIRING_SECRET_BYTES, pairProof } from '../../shared/noise/pairing.ts'
import type { Clock } from '../../shared/time.ts'
import { fromBase64url, toBase64url } from '../../shared/token/base64url.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import { ALL_SCOPES, type Scope } from '../../shared/wire/identity.ts'
import type { Approval, LockDevice, MachineLock, Pairing } from '../../shared/wire/lock.ts'
import type { DaemonLimits } from '../limits.ts'
import type { Applicant, PendingDevices } from './pending.ts'
import type { LockStore } from './store.ts'

/** What the lock makes of a device whose capability is good. `pair` is the machine's own proof of their secret. */
export type Entrance = { kind: 'open'; scopes: Scope[]; pair: Uint8Array | null } | { kind: 'not_approved' }

export interface Lock {
  status(): MachineLock
  /** `proof`: what the device made of a pairing secret and this handshake. */
  enter(applicant: Applicant, handshakeHash: Uint8Array, proof: Uint8Array | null): Entrance
  /** The scopes that are left of `scopes`; null for a device that is not let in any more. */
  still(applicant: Pick<Applicant, 'key' | 'sub' | 'scopes'>): Scope[] | null
  /** `by`: what the one who approves may do, and whether he has to know the code. */
  approve(
    id: string,
    approval: Approval,
    by: { scopes: readonly Scope[]; needsCode: boolean },
  ): Result<LockDevice>
  /** A device is in, by the authority's id `dev`. */
  saw(device: { key: string; sub: string; dev: string }): void
  /** The authority retired it: whoever has its key and the password waits to be approved like anybody else. */
  retired(dev: string): void
  deny(id: string): Result<{ refused: string }>
  /** `keepApprover`: refuses to take away the last device that could let another one in. */
  remove(key: string, by: { keepApprover: boolean }): Result<{ removed: string }>
  setOn(on: boolean): void
  /** A fresh secret, in place of any that waits. */
  newPairing(): Pairing
  /** Takes a secret that a device made, base64url of 16 bytes; null: none waits any more. */
  setPairing(secret: string | null): Pairing | null
  /** Forgets every device: they were another authority's. */
  clear(): void
}

export interface LockDeps {
  store: LockStore
  pending: PendingDevices
  clock: Clock
  random: Random
  limits: DaemonLimits
  atomic<T>(change: () => T): T
  /** A device may do less than before, or nothing: its open circuits are looked at again. */
  changed(): void
}

export function createLock(deps: LockDeps): Lock {
  const { store, pending, clock, limits } = deps

  const waitingSecret = (): Uint8Array | null => {
    const pairing = store.pairing()
    return pairing && pairing.until > clock.now() ? fromBase64url(pairing.secret) : null
  }

  /** The machine's proof, when the device's is right. The secret is spent with it. */
  function pair(handshakeHash: Uint8Array, proof: Uint8Array | null): Uint8Array | null {
    const secret = proof && waitingSecret()
    if (!secret || !equalInConstantTime(proof, pairProof(secret, handshakeHash, 'device'))) return null
    store.setPairing(null)
    return pairProof(secret, handshakeHash, 'machine')
  }

  const allowed = (scopes: readonly Scope[], by: readonly Scope[]): Scope[] =>
    scopes.filter((scope) => by.includes(scope))

  const add = (applicant: Applicant, scopes: readonly Scope[], name: string): LockDevice => {
    const { key, sub } = applicant
    const device = { key, sub, scopes: [...scopes], name: cleanLabel(name), approvedAt: clock.now() }
    store.put(device)
    return device
  }

  const still: Lock['still'] = ({ key, sub, scopes }) => {
    if (!store.isOn()) return [...scopes]
    const device = store.get(key, sub)
    return device && allowed(scopes, device.scopes)
  }

  return {
    still,
    status() {
      const pairing = store.pairing()
      return {
        on: store.isOn(),
        devices: store.list(),
        pending: pending.list(),
        pairingUntil: pairing && pairing.until > clock.now() ? pairing.until : null,
      }
    },
    enter(applicant, handshakeHash, proof) {
      // The secret is spent with the device that it let in, or neither.
      const proven = deps.atomic(() => {
        const mine = pair(handshakeHash, proof)
        if (mine) add(applicant, ALL_SCOPES, applicant.name)
        return mine
      })
      const scopes = still(applicant)
      return scopes ? { kind: 'open', scopes, pair: proven } : { kind: 'not_approved' }
    },
    approve(id, { code, scan, name, scopes }, by) {
      const waiting = pending.get(id)
      if (!waiting) return refuse('pending_not_found', 'this device does not wait any more')
      if (store.list().length >= limits.lockDevices) {
        return refuse('lock_full', `at most ${limits.lockDevices} devices`, { bound: limits.lockDevices })
      }
      if (code !== undefined || scan !== undefined || by.needsCode) {
        const given = scan === undefined ? { typed: code ?? '' } : { scanned: scan }
        const wrong = pending.tryCode(id, given)
        if (wrong) return { ok: false, error: wrong }
      }
      const device = add(waiting, allowed(scopes ?? waiting.scopes, by.scopes), name ?? waiting.name)
      pending.decide(id, { kind: 'approved' })
      return ok(device)
    },
    saw: ({ key, sub, dev }) => store.saw(key, sub, dev),
    retired: store.removeDevice,
    deny(id) {
      const denied = pending.decide(id, { kind: 'refused', message: 'it was refused on the machine' })
      return denied ? ok({ refused: id }) : refuse('pending_not_found', 'this device does not wait any more')
    },
    remove(key, { keepApprover }) {
      const mayApprove = store.list().filter(({ scopes }) => scopes.includes('machine:admin'))
      const isLast = mayApprove.length > 0 && mayApprove.every((device) => device.key === key)
      if (keepApprover && isLast) {
        return refuse('last_approver', 'it is the last device that could let another one in')
      }
      if (store.remove(key) === 0) return refuse('device_not_found', 'the lock has no such device')
      deps.changed()
      return ok({ removed: key })
    },
    setOn(on) {
      store.setOn(on)
      deps.changed()
    },
    newPairing() {
      const pairing = {
        secret: toBase64url(deps.random(PAIRING_SECRET_BYTES)),
        until: clock.now() + limits.pairingMs,
      }
      store.setPairing(pairing)
      return pairing
    },
    setPairing(secret) {
      if (secret === null) {
        store.setPairing(null)
        return null
      }
      if (fromBase64url(secret)?.length !== PAIRING_SECRET_BYTES) {
        throw new TypeError('a pairing secret is 16 bytes')
      }
      const pairing = { secret, until: clock.now() + limits.pairingMs }
      store.setPairing(pairing)
      return pairing
    },
    clear() {
      store.clear()
      deps.changed()
    },
  }
}
