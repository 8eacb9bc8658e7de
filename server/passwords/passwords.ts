import { type AppError, type Result, refuse } from '../../shared/errors.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { Hasher } from './hasher.ts'
import { createLanes, type Lane } from './lanes.ts'

export interface Passwords {
  hash(lane: Lane, address: string, password: string): Promise<Result<string>>
  /** `hash` null: a decoy is verified in the same lane, in the same time, and the answer is no. */
  verify(lane: Lane, address: string, password: string, hash: string | null): Promise<Result<boolean>>
}

export function createPasswords(hasher: Hasher, limits: AuthorityLimits): Passwords {
  const lanes = createLanes(limits)
  const overloaded = (): { ok: false; error: AppError } =>
    refuse('overloaded', 'too many passwords are being checked: try again', {
      retryAfterMs: limits.overloadedMs,
    })
  return {
    async hash(lane, address, password) {
      const done = await lanes.run(lane, address, () => hasher.hash(password))
      return done ? { ok: true, value: done.value } : overloaded()
    },
    async verify(lane, address, password, hash) {
      const done = await lanes.run(lane, address, () => hasher.verify(password, hash ?? hasher.decoy))
      return done ? { ok: true, value: done.value && hash !== null } : overloaded()
    },
  }
}
