import type { Clock } from '../../shared/time.ts'
import { climb } from '../keeper/ladder.ts'
import { type Process, processTable } from '../keeper/processes.ts'
import { keeperLimits } from '../limits.ts'

/**
 * Ends what these runs left behind: their keeper is gone, so nobody else will. Their stdin went with it, and the
 * ladder begins with SIGTERM. Answers how many processes could not be ended. Other homes' markers are none of ours.
 */
export async function endOrphans(deps: {
  clock: Clock
  platform: NodeJS.Platform
  runs: readonly string[]
}): Promise<number> {
  if (deps.runs.length === 0) return 0
  const table = processTable(deps.platform)
  const markers = deps.runs.map((run) => `FAIRLEAD_AGENT_RUN=${run}`)
  const left = await climb({
    clock: deps.clock,
    limits: keeperLimits,
    find: () =>
      table
        .list()
        .filter((process) => !process.zombie && markers.some((marker) => table.marked(process.pid, marker))),
    alive: (process: Process) => {
      const now = table.find(process.pid)
      return now !== undefined && now.start === process.start && !now.zombie
    },
    onStep: () => undefined,
  })
  return left.length
}
