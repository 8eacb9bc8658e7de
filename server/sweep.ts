import type { Clock, Timer } from '../shared/time.ts'
import type { SetUpStore } from './accounts/set-up-store.ts'
import type { SignInStore } from './accounts/sign-in-store.ts'
import type { Transactor } from './db/transact.ts'
import type { Devices } from './devices/devices.ts'
import type { CodeStore } from './enrollment/store.ts'
import type { AuthorityLimits } from './limits.ts'

export interface SweepDeps {
  signIns: SignInStore
  links: SetUpStore
  codes: CodeStore
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
      for (const store of [deps.signIns, deps.links, deps.codes]) store.forgetBefore(before)
    })
    timer = clock.after(limits.sweepMs, sweep)
  }
  sweep()
  return () => timer?.cancel()
}
