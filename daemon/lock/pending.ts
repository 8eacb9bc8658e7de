/**
 * Devices that wait to be approved. Each shows ten characters that only its own circuit and this machine can know; a
 * person reads them there and types them here, so a box between the two is seen before anything is let in. A camera
 * carries 16 bytes of the same agreement instead.
 */
import { utf8 } from '../../shared/bytes.ts'
import { AppError } from '../../shared/errors.ts'
import { equalInConstantTime } from '../../shared/noise/constant-time.ts'
import { readLockCode } from '../../shared/noise/pairing.ts'
import type { Clock, Timer } from '../../shared/time.ts'
import { fromBase64url } from '../../shared/token/base64url.ts'
import type { Scope } from '../../shared/wire/identity.ts'
import type { PendingDevice } from '../../shared/wire/lock.ts'
import type { DaemonLimits } from '../limits.ts'

export interface Applicant {
  key: string
  sub: string
  scopes: Scope[]
  name: string
}

export type Decision = { kind: 'approved' } | { kind: 'refused'; message: string }

/** What the device shows: `code` to be typed, `scan` (16 bytes) for a camera. */
export interface Agreed {
  code: string
  scan: Uint8Array
}

/** One of the two, as it came from the device that approves. */
export type Given = { typed: string } | { scanned: string }

export interface Waiting {
  readonly id: string
  readonly decided: Promise<Decision>
  /** What the device shows, once it is agreed. Until then nothing fits. */
  agreed(shown: Agreed): void
  /** The device went away. */
  leave(): void
}

export interface PendingDevices {
  list(): PendingDevice[]
  get(id: string): PendingDevice | null
  /** Null: too many wait. The same device again takes the place of its older self. */
  add(applicant: Applicant): Waiting | null
  /** Counts a try. Null: it fits. After the last wrong one the device is refused. */
  tryCode(id: string, given: Given): AppError | null
  /** What became of it; false when it is gone. */
  decide(id: string, decision: Decision): boolean
}

interface Entry extends Applicant {
  id: string
  since: number
  triesLeft: number
  agreed: Agreed | null
  timer: Timer
  decide(decision: Decision): void
}

export function createPending(deps: { clock: Clock; limits: DaemonLimits; newId(): string }): PendingDevices {
  const { clock, limits } = deps
  const entries = new Map<string, Entry>()

  function decide(entry: Entry, decision: Decision): void {
    if (!entries.delete(entry.id)) return
    entry.timer.cancel()
    entry.decide(decision)
  }

  const shown = ({ id, key, sub, scopes, name, since, triesLeft }: Entry): PendingDevice => ({
    id,
    key,
    sub,
    scopes,
    name,
    since,
    until: since + limits.lockPendingMs,
    triesLeft,
  })

  return {
    list: () => [...entries.values()].map(shown),
    get(id) {
      const entry = entries.get(id)
      return entry ? shown(entry) : null
    },
    add(applicant) {
      const before = [...entries.values()].find(
        (entry) => entry.key === applicant.key && entry.sub === applicant.sub,
      )
      if (before) decide(before, { kind: 'refused', message: 'the device asked again' })
      if (entries.size >= limits.lockPending) return null
      const decided = Promise.withResolvers<Decision>()
      const entry: Entry = {
        ...applicant,
        id: deps.newId(),
        since: clock.now(),
        triesLeft: limits.lockTries,
        agreed: null,
        timer: clock.after(limits.lockPendingMs, () =>
          decide(entry, { kind: 'refused', message: 'nobody approved it in time' }),
        ),
        decide: decided.resolve,
      }
      entries.set(entry.id, entry)
      return {
        id: entry.id,
        decided: decided.promise,
        agreed(shown) {
          entry.agreed = shown
        },
        leave: () => decide(entry, { kind: 'refused', message: 'the device went away' }),
      }
    },
    tryCode(id, given) {
      const entry = entries.get(id)
      if (!entry) return new AppError('pending_not_found', 'this device does not wait any more')
      if (entry.agreed && fits(given, entry.agreed)) return null
      entry.triesLeft--
      if (entry.triesLeft <= 0) decide(entry, { kind: 'refused', message: 'the code was wrong too often' })
      return new AppError('code_wrong', 'this is not the code that the device shows', {
        triesLeft: entry.triesLeft,
      })
    },
    decide(id, decision) {
      const entry = entries.get(id)
      if (!entry) return false
      decide(entry, decision)
      return true
    },
  }
}

function fits(given: Given, agreed: Agreed): boolean {
  if ('scanned' in given) {
    const scan = fromBase64url(given.scanned)
    return scan !== null && equalInConstantTime(scan, agreed.scan)
  }
  const code = readLockCode(given.typed)
  return code !== null && equalInConstantTime(utf8(code), utf8(agreed.code))
}
