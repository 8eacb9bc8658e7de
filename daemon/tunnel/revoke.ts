/** What a revocation takes from a device here: its open circuits, and what it could still ask about its commands. */
import { COMMAND_MEMORY_MS } from '../../shared/limits.ts'
import type { TunnelOrder } from '../../shared/relay/messages.ts'
import type { Clock } from '../../shared/time.ts'
import { type DevicePrincipal, deviceOfSubject, subjectOf } from '../auth/principal.ts'
import type { CommandStore } from '../commands/store.ts'
import type { Lock } from '../lock/lock.ts'
import type { Circuits } from './circuits.ts'
import type { SignInStore } from './sign-in-store.ts'

export type RevokedOrder = Extract<TunnelOrder, { t: 'revoked' }>

export interface Revocations {
  saw(principal: DevicePrincipal): void
  apply(order: RevokedOrder): void
}

export function createRevocations(deps: {
  circuits(): Pick<Circuits, 'endWhere'>
  commands: CommandStore
  lock: Pick<Lock, 'retired'>
  signIns: SignInStore
  clock: Clock
  atomic<T>(change: () => T): T
}): Revocations {
  const { commands, signIns, clock } = deps
  return {
    saw(principal) {
      const now = clock.now()
      deps.atomic(() => {
        signIns.forgetBefore(now - COMMAND_MEMORY_MS)
        signIns.saw(subjectOf(principal), principal.sid, now)
      })
    },
    apply({ sub, dev, sid }) {
      if (sub === undefined && dev === undefined && sid === undefined) return // it names nobody
      const fits = (who: { sub: string; dev: string }): boolean =>
        (sub === undefined || who.sub === sub) && (dev === undefined || who.dev === dev)
      deps
        .circuits()
        .endWhere((principal) => fits(principal) && (sid === undefined || principal.sid === sid), {
          code: 'revoked',
          message: 'what this circuit rested on was taken back',
        })
      deps.atomic(() => {
        // With a sign-in it is that one that ended; alone it is the device.
        if (dev !== undefined && sid === undefined) deps.lock.retired(dev)
        for (const subject of commands.subjects()) {
          const device = deviceOfSubject(subject)
          // Who signed in again goes on: what he sends once more must not be applied twice.
          const isOfSignIn = sid === undefined || signIns.lastOf(subject) === sid
          if (device && isOfSignIn && fits(device)) commands.forgetSubject(subject)
        }
      })
    },
  }
}
