/**
 * The kill ladder: close stdin, SIGTERM, SIGKILL, each rung to everything the run has at that moment, and to what it
 * still makes while we wait. A rung ends as soon as nothing is left.
 */

import type { Clock } from '../../shared/time.ts'
import type { KeeperLimits } from '../limits.ts'
import type { LadderStep } from './frames.ts'
import type { Process } from './processes.ts'

export interface Ladder {
  clock: Clock
  limits: Pick<KeeperLimits, 'stdinMs' | 'termMs' | 'killMs' | 'pollMs'>
  /** What is to be ended and lives now, looked up thoroughly. */
  find(): Process[]
  /** The same process, still alive: a cheap look. */
  alive(process: Process): boolean
  /** The gentle first rung; without one the ladder begins with SIGTERM. */
  closeStdin?: () => void
  onStep(step: LadderStep, reached: number): void
}

/** Ends the processes and returns what could not be ended. */
export async function climb(ladder: Ladder): Promise<Process[]> {
  const { limits } = ladder
  if (ladder.closeStdin) {
    const found = ladder.find()
    ladder.closeStdin()
    ladder.onStep('stdin', found.length)
    if (await gone(ladder, found, limits.stdinMs)) return []
  }
  for (const [step, signal, ms] of [
    ['term', 'SIGTERM', limits.termMs],
    ['kill', 'SIGKILL', limits.killMs],
  ] as const) {
    const found = ladder.find()
    if (found.length === 0) return []
    for (const process of found) sendSignal(process, signal)
    ladder.onStep(step, found.length)
    if (await gone(ladder, found, ms, signal)) return []
  }
  return ladder.find()
}

async function gone(ladder: Ladder, first: Process[], ms: number, signal?: NodeJS.Signals): Promise<boolean> {
  const deadline = ladder.clock.now() + ms
  let watched = first
  for (;;) {
    watched = watched.filter((process) => ladder.alive(process))
    if (watched.length === 0) {
      watched = ladder.find()
      if (watched.length === 0) return true
      if (signal) for (const process of watched) sendSignal(process, signal)
    }
    if (ladder.clock.now() >= deadline) return false
    await new Promise<void>((resolve) => ladder.clock.after(ladder.limits.pollMs, resolve))
  }
}

function sendSignal(target: Process, signal: NodeJS.Signals): void {
  try {
    process.kill(target.pid, signal)
  } catch (error) {
    // It ended meanwhile, or it became another person's: then it is named as left.
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}
