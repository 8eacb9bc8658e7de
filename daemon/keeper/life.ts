/** Why a keeper ends by itself: nothing to hold, nobody to hold it for, or no home to hold it in. */
import type { Clock } from '../../shared/time.ts'
import type { KeeperLimits } from '../limits.ts'
import { fileIdentity } from './file-identity.ts'
import type { Runs } from './runs.ts'
import type { Server } from './server.ts'

export interface LifeOptions {
  home: string
  runs: Runs
  server: Server
  clock: Clock
  limits: KeeperLimits
  quit(why: string): void
}

/** Looks every `homeCheckMs`, until `quit` was called. */
export function watchLife({ home, runs, server, clock, limits, quit }: LifeOptions): void {
  const homeIdentity = fileIdentity(home)
  let busyAt = clock.now()

  const reason = (): string | undefined => {
    const homeNow = fileIdentity(home)
    if (homeNow !== undefined && homeNow !== homeIdentity) return 'its home is gone'
    if (server.moved()) return 'its socket is gone'
    const now = clock.now()
    if (runs.all().length > 0) busyAt = now
    if (now - busyAt >= limits.idleMs) return 'it holds no run'
    if (!server.attached() && now - server.detachedAt() >= limits.orphanedMs) return 'no daemon came'
    return undefined
  }

  const look = (): void => {
    const why = reason()
    if (why) quit(why)
    else {
      runs.tick()
      clock.after(limits.homeCheckMs, look)
    }
  }
  clock.after(limits.homeCheckMs, look)
}
