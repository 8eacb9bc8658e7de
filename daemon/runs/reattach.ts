import type { Logger } from 'pino'
import type { Clock } from '../../shared/time.ts'
import type { Core } from '../sessions/core.ts'
import type { KeeperLink } from './keeper-link.ts'
import { endOrphans } from './orphans.ts'
import type { Runs } from './runs.ts'

/**
 * Takes a keeper into use. Runs that another keeper had are over with it: what they left is ended first, then their
 * sessions say so. Settles when everything the living ones wrote so far is in the database.
 */
export async function reattach(
  deps: { core: Core; runs: Runs; clock: Clock; log: Logger; platform: NodeJS.Platform },
  link: KeeperLink,
): Promise<void> {
  const lost = deps.core.runs.live().filter((run) => run.keeper !== null && run.keeper !== link.id)
  const left = await endOrphans({ ...deps, runs: lost.map((run) => run.id) })
  if (lost.length) deps.log.warn({ runs: lost.length, left }, 'runs were lost with their keeper')
  for (const run of lost) deps.runs.lost(run.id)
  await deps.runs.attach(link)
}
