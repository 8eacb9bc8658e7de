import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../shared/time.ts'
import type { DaemonLimits, KeeperLimits } from '../limits.ts'
import { connectKeeper, type KeeperHandlers, type KeeperLink } from './keeper-link.ts'

export interface KeeperPlace {
  home: string
  bunPath: string
  keeperMain: string
  pid: number
  clock: Clock
  limits: DaemonLimits
  /** Only tests shrink them. */
  keeperLimits?: Partial<KeeperLimits>
  newId(): string
}

const POLL_MS = 4

/**
 * The keeper of this home: the one that lives, else a new one in a process group of its own, which our end does not
 * reach. Two starts at once are harmless: the keeper's own lock lets one of them stay. `summoned`: one on its way.
 */
export async function openKeeper(
  place: KeeperPlace,
  handlers: KeeperHandlers,
  summoned: Bun.Subprocess | null,
): Promise<KeeperLink> {
  const path = socketOf(place)
  const tryConnect = (): Promise<KeeperLink | null> =>
    connectKeeper({ path, pid: place.pid, clock: place.clock, helloMs: place.limits.keeperHelloMs, handlers })
  const living = await tryConnect()
  if (living) return living
  let child = summoned ?? spawnKeeper(place)
  const deadline = place.clock.now() + place.limits.keeperHelloMs
  for (;;) {
    const link = await tryConnect()
    if (link) return link
    // 3: another keeper holds the home. It is about to listen, or about to end, and then the home is free.
    if (child.exitCode === 3) child = spawnKeeper(place)
    else if (child.exitCode !== null) {
      throw new TypeError(`the keeper ended with code ${child.exitCode}: see ${place.home}/run/keeper-1.log`)
    }
    if (place.clock.now() > deadline) throw new TypeError('the keeper does not answer')
    await new Promise<void>((resolve) => void place.clock.after(POLL_MS, resolve))
  }
}

/**
 * Starts a keeper where certainly none answers, for {@link openKeeper} later: it comes up while the daemon does. Null where
 * one may be living.
 */
export const summonKeeper = (place: KeeperPlace): Bun.Subprocess | null =>
  existsSync(socketOf(place)) ? null : spawnKeeper(place)

const socketOf = ({ home }: KeeperPlace): string => join(home, 'run', 'keeper-1.sock')

function spawnKeeper(place: KeeperPlace): Bun.Subprocess {
  const log = openSync(join(place.home, 'run', 'keeper-1.log'), 'a', 0o600)
  const limits = place.keeperLimits ? ['--limits', JSON.stringify(place.keeperLimits)] : []
  try {
    const child = Bun.spawn(
      [place.bunPath, place.keeperMain, '--home', place.home, '--id', place.newId(), ...limits],
      // Nothing of our environment: it is no agent's, and it outlives what we were started with.
      { cwd: '/', env: { PATH: '/usr/bin:/bin' }, stdio: ['ignore', 'ignore', log], detached: true },
    )
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}
