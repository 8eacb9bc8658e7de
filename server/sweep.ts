import type { Clock, Timer } from '../shared/time.ts'
import type { UserStore } from './accounts/user-store.ts'
import type { Transactor } from './db/transact.ts'
import type { Devices } from './devices/devices.ts'
import type { AuthorityLimits } from './limits.ts'

export interface SweepDeps {
  /** Stores of what ends: sign-ins, keys, codes, links, letters, … */
  ended: readonly { forgetBefore(at: number): void }[]
  users: Pick<UserStore, 'forgetBefore'>
  devices: Devices
  transact: Transactor
  clock: Clock
  limits: AuthorityLimits
}

/** Now and every few hours: devices that retire by age, and rows of what ended long ago. Returns what stops it. */
export function startSweeping(deps: SweepDeps): () => void {
  const { clock, limits } = deps
  let timer: Timer | null = null
  const sweep = (): void => {
    deps.transact((work) => {
      deps.devices.retireAged(work)
      const before = work.now - limits.endedRowsMs
      for (const store of deps.ended) store.forgetBefore(before)
      // Last: a deleted account takes with it what is still about it.
      deps.users.forgetBefore(before)
    })
    timer = clock.after(limits.sweepMs, sweep)
  }
  sweep()
  return () => timer?.cancel()
}
