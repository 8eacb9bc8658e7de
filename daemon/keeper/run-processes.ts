/** Everything one run started: ending all of it, or what a command left running since a mark. */

import { headUtf8 } from '../../shared/bytes.ts'
import type { Clock } from '../../shared/time.ts'
import type { KeeperLimits } from '../limits.ts'
import type { LadderStep, LeftProcess } from './frames.ts'
import { climb } from './ladder.ts'
import type { Members } from './members.ts'
import type { Process, ProcessTable } from './processes.ts'

const COMMAND_BYTES = 200

export interface RunProcesses {
  members: Members
  end(ladder: {
    closeStdin?: () => void
    onStep(step: LadderStep, pids: number): void
  }): Promise<LeftProcess[]>
  agentGone(): boolean
  mark(): void
  /** Ends what was started since `mark` in a process session other than the agent's. Without a mark: nothing. */
  sweep(): Promise<{ ended: number; left: LeftProcess[] }>
}

export interface RunProcessesOptions {
  table: ProcessTable
  members: Members
  claims(orphan: Process): boolean
  keeperPid: number
  clock: Clock
  limits: KeeperLimits
}

export function runProcesses(options: RunProcessesOptions): RunProcesses {
  const { table, members, claims, keeperPid, clock, limits } = options
  let marked: Set<string> | undefined

  const alive = (process: Process): boolean => {
    const now = table.find(process.pid)
    return now !== undefined && now.start === process.start && !now.zombie
  }
  const find = (): Process[] => members.find(table.list(), claims)
  const name = (left: Process[]): LeftProcess[] =>
    left
      .slice(0, limits.leftNamed)
      .map(({ pid }) => ({ pid, command: headUtf8(table.command(pid), COMMAND_BYTES) }))

  return {
    members,
    agentGone: () => !alive(members.agent),
    end: async (ladder) => name(await climb({ clock, limits, find, alive, ...ladder })),
    mark() {
      const all = table.list()
      // An orphan may be nobody's now and ours later: it was there all the same.
      const orphans = all.filter((process) => process.ppid === keeperPid)
      marked = new Set([...members.find(all, claims), ...orphans].map(nameOf))
    },
    async sweep() {
      const before = marked
      if (!before) return { ended: 0, left: [] }
      const reached = new Set<string>()
      const findNew = (): Process[] => {
        const found = find().filter(
          (process) => process.sid !== members.agent.sid && !before.has(nameOf(process)),
        )
        for (const process of found) reached.add(nameOf(process))
        return found
      }
      const left = await climb({ clock, limits, find: findNew, alive, onStep: () => {} })
      return { ended: reached.size - left.length, left: name(left) }
    },
  }
}

/** A pid comes again, but not with the same start. */
const nameOf = ({ pid, start }: Process): string => `${pid} ${start}`
