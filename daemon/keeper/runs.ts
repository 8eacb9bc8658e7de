/** Every run this keeper holds, from SPAWN to FORGET, and the look over the process table they share. */
import { join } from 'node:path'
import type { Clock } from '../../shared/time.ts'
import type { KeeperLimits } from '../limits.ts'
import { markerName, type SpawnRequest, startAgent } from './agent-process.ts'
import type { Libc } from './libc.ts'
import { runMembers } from './members.ts'
import type { Process, ProcessTable } from './processes.ts'
import { type Run, type RunEvents, superviseRun } from './run.ts'
import { type RunProcesses, runProcesses } from './run-processes.ts'
import { openSpool } from './spool.ts'

export interface HeldRun extends Run {
  processes: RunProcesses
}

export type Spawned = { kind: 'held'; run: HeldRun } | { kind: 'failed'; message: Promise<string> }

export interface Runs {
  /** The run of this id, started unless it is held already. */
  spawn(request: SpawnRequest, events: RunEvents): Spawned
  get(id: string): HeldRun | undefined
  all(): HeldRun[]
  /** Drops an ended run and its spool. */
  forget(id: string): void
  /** Looks which processes the runs have now, removes zombies that fell to us, lets paused output try again. */
  tick(): void
  /** Starts the ladder of every run, refuses new ones, and resolves when all are through. */
  endAll(): Promise<void>
}

export interface RunsOptions {
  table: ProcessTable
  libc: Libc
  clock: Clock
  limits: KeeperLimits
  spoolDir: string
  keeperPid: number
  /** Told of every byte that passes. */
  passed(bytes: number): void
}

export function holdRuns(options: RunsOptions): Runs {
  const { table, libc, clock, limits, spoolDir, keeperPid, passed } = options
  const runs = new Map<string, HeldRun>()
  let stamp = ''
  let ending = false

  const others = (id: string): HeldRun[] => [...runs.values()].filter((run) => run.id !== id)
  const live = (run: HeldRun): boolean => run.ended() === undefined

  const processesOf = (id: string, agent: Process): RunProcesses => {
    const foreign = (process: Process): boolean =>
      others(id).some((run) => live(run) && run.processes.members.has(process))
    // An orphan without any sign belongs to the last run that can have started it.
    const claims = (orphan: Process): boolean =>
      !others(id).some((run) => live(run) && run.processes.members.agent.start <= orphan.start)
    const marker = `${markerName}=${id}`
    const { seenSessions } = limits
    const members = runMembers({ table, agent, marker, keeperPid, foreign, seenSessions })
    return runProcesses({ table: { ...table, list }, members, claims, keeperPid, clock, limits })
  }

  const refusal = (): string | undefined => {
    if (ending) return 'The keeper is ending.'
    if (runs.size >= limits.runs) return `The keeper holds ${limits.runs} runs already.`
    return undefined
  }

  const reapOrphans = (all: readonly Process[]): void => {
    const agents = new Set([...runs.values()].map((run) => run.pid))
    for (const process of all) {
      // The runtime waits for the agents itself.
      if (process.zombie && process.ppid === keeperPid && !agents.has(process.pid)) libc.reap(process.pid)
    }
  }

  const list = (): Process[] => {
    const all = table.list()
    reapOrphans(all)
    return all
  }

  return {
    get: (id) => runs.get(id),
    all: () => [...runs.values()],
    spawn(request, events) {
      const known = runs.get(request.run)
      if (known) return { kind: 'held', run: known }
      const refused = refusal()
      if (refused) return { kind: 'failed', message: Promise.resolve(refused) }
      const spool = openSpool(join(spoolDir, request.run), limits)
      if (!spool)
        return { kind: 'failed', message: Promise.resolve(`There is no room for output in ${spoolDir}.`) }
      const started = startAgent(request)
      if (started.kind === 'failed') {
        spool.remove()
        return started
      }
      const { child, pid } = started
      const start = table.find(pid)?.start ?? Number.POSITIVE_INFINITY
      const agent: Process = { pid, ppid: keeperPid, pgid: pid, sid: pid, start, zombie: false }
      const processes = processesOf(request.run, agent)
      const run = superviseRun({
        id: request.run,
        pid,
        child,
        processes,
        spool,
        clock,
        limits,
        passed,
        events,
      })
      const held = Object.assign(run, { processes })
      runs.set(request.run, held)
      return { kind: 'held', run: held }
    },
    forget(id) {
      const run = runs.get(id)
      if (!run?.ended()) return
      run.spool.remove()
      runs.delete(id)
    },
    tick() {
      for (const run of runs.values()) run.tick()
      const now = table.stamp()
      if (runs.size === 0 || now === stamp) return
      stamp = now
      const all = list()
      for (const run of runs.values()) if (live(run)) run.processes.members.refresh(all)
    },
    async endAll() {
      ending = true
      for (const run of runs.values()) run.end()
      await Promise.all([...runs.values()].map((run) => run.gone))
    },
  }
}
