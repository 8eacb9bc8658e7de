import { type Result, refuse } from '../../shared/errors.ts'
import { newDeviceId, type Random } from '../../shared/ids.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Device, NewDevice } from '../../shared/wire/identity.ts'
import type { SignInStore } from '../accounts/sign-in-store.ts'
import type { AuditStore } from '../audit/store.ts'
import { needFresh } from '../auth/fresh.ts'
import type { Caller, SignedInUser } from '../auth/principal.ts'
import type { Transactor, Work } from '../db/transact.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { Revoke } from '../revocations/revoke.ts'
import { isPublicKey } from '../tokens/public-key.ts'
import type { DeviceRow, DeviceStore } from './store.ts'

export interface DeviceDeps {
  devices: DeviceStore
  signIns: SignInStore
  audit: AuditStore
  transact: Transactor
  revoke: Revoke
  random: Random
  limits: AuthorityLimits
}

export interface Devices {
  /**
   * The device that comes with a password: its key says which it is. An id that it offers is never an error. Null: the
   * limit is reached.
   */
  offered(work: Work, user: string, offer: NewDevice, address: string): DeviceRow | null
  list(who: Caller): Device[]
  /** Makes it this sign-in's device. The password was given just now, or it is refused. */
  register(who: SignedInUser, offer: NewDevice): Result<Device>
  retire(who: SignedInUser, id: string): Result<{ retired: string }>
  /** Whether this user has this device, by id and key. */
  knows(user: string, offer: NewDevice | undefined): boolean
  /** Retires what has gone unused. */
  retireAged(work: Work): void
}

export const wireDevice = (row: DeviceRow, current: string | null): Device => ({
  id: row.id,
  key: row.key,
  name: row.name,
  platform: row.platform,
  createdAt: row.createdAt,
  usedAt: row.usedAt,
  current: row.id === current,
})

export function createDevices(deps: DeviceDeps): Devices {
  const { devices, signIns, limits, transact } = deps

  const retire = (
    work: Work,
    user: string,
    id: string,
    by: { device: string | null; address: string | null },
  ): void => {
    devices.retire(id, user, work.now)
    for (const signIn of signIns.ofDevice(user, id)) signIns.end(signIn, user, work.now, 'device_retired')
    deps.audit.append({ at: work.now, user, ...by, act: 'device_retired', subject: id })
    deps.revoke.lost(work, { user, dev: id })
  }

  const retireAged = (work: Work): void => {
    for (const aged of devices.aged(work.now - limits.deviceIdleMs, work.now)) {
      retire(work, aged.user, aged.id, { device: null, address: null })
    }
  }

  const offered: Devices['offered'] = (work, user, offer, address) => {
    const facts = {
      name: cleanLabel(offer.name) || 'device',
      platform: cleanLabel(offer.platform) || 'unknown',
    }
    const known = devices.byKey(offer.key, user)
    if (known) {
      devices.describe(known.id, user, facts, work.now)
      return { ...known, ...facts, usedAt: work.now }
    }
    retireAged(work)
    if (devices.list(user).length >= limits.devices) return null
    const row = { id: newDeviceId(deps.random), user, key: offer.key, ...facts, createdAt: work.now }
    devices.insert(row)
    deps.audit.append({
      at: work.now,
      user,
      device: row.id,
      address,
      act: 'device_registered',
      subject: row.id,
    })
    return { ...row, usedAt: work.now, retiredAt: null }
  }

  return {
    offered,
    knows(user, offer) {
      const known = offer?.id === undefined ? null : devices.get(offer.id, user)
      return known?.retiredAt === null && known.key === offer?.key
    },
    retireAged,
    list: (who) => devices.list(who.user.id).map((row) => wireDevice(row, who.device)),
    register(who, offer) {
      if (!isPublicKey(offer.key))
        return refuse('invalid_request', 'the key is no public key', { field: 'body/key' })
      return transact((work) => {
        const fresh = needFresh(who, work.now, limits)
        if (!fresh.ok) return fresh
        const row = offered(work, who.user.id, offer, who.address)
        if (!row) return refuse('device_limit', `there are ${limits.devices} devices: retire one first`)
        signIns.setDevice(who.signIn.id, who.user.id, row.id)
        // What was opened under this sign-in from the device before would not be opened now.
        if (who.device !== null && who.device !== row.id) {
          deps.revoke.lost(work, { user: who.user.id, sid: who.signIn.id, dev: who.device })
        }
        return { ok: true, value: wireDevice(row, row.id) }
      })
    },
    retire(who, id) {
      return transact((work) => {
        const row = devices.get(id, who.user.id)
        if (!row || row.retiredAt !== null) return refuse('device_not_found', 'you have no such device')
        retire(work, who.user.id, id, { device: who.device, address: who.address })
        return { ok: true, value: { retired: id } }
      })
    },
  }
}
