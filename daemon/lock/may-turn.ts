import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Principal } from '../auth/principal.ts'
import type { Lock } from './lock.ts'

/**
 * Whether the lock may be turned on or off by who asks. Off gives up what keeps the authority out, so a device does it
 * only a short while after its password was given; who stands at the machine may do either.
 */
export function mayTurn(lock: Pick<Lock, 'status'>, who: Principal, on: boolean): Result<null> {
  if (who.kind === 'local') return ok(null)
  if (!on) {
    return who.fresh ? ok(null) : refuse('fresh_sign_in_required', 'give the password again first')
  }
  const stays = lock.status().devices.some(({ key, sub }) => key === who.key && sub === who.sub)
  return stays ? ok(null) : refuse('device_not_approved', 'the lock would shut out the device that asks')
}
