/** The work nobody waits for: it is done in short steps with pauses, so that what people wait for goes first. */
import type { Clock, Timer } from '../../shared/time.ts'
import type { DaemonLimits } from '../limits.ts'

export interface Housekeeping {
  /** Once the daemon is up to date with its runs: removes what is outdated, then again every day. */
  start(): void
  /** There is something to do. */
  wake(): void
  stop(): void
}

export interface HousekeepingDeps {
  clock: Clock
  limits: Pick<DaemonLimits, 'retentionEveryMs' | 'housekeepingPauseMs'>
  prune(): void
  /** Each says whether there is more to do; a later one waits for those before it. */
  steps: readonly (() => boolean)[]
}

export function createHousekeeping(deps: HousekeepingDeps): Housekeeping {
  const { clock, limits } = deps
  let daily: Timer | null = null
  let next: Timer | null = null
  let state: 'not_started' | 'started' | 'stopped' = 'not_started'

  const step = (): void => {
    next = null
    if (deps.steps.some((one) => one())) wake()
  }
  const wake = (): void => {
    if (state === 'started') next ??= clock.after(limits.housekeepingPauseMs, step)
  }
  const look = (): void => {
    daily = clock.after(limits.retentionEveryMs, look)
    deps.prune()
    wake()
  }
  return {
    wake,
    start() {
      if (state !== 'not_started') return
      state = 'started'
      look()
    },
    stop() {
      state = 'stopped'
      daily?.cancel()
      next?.cancel()
    },
  }
}
