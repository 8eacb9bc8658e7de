/**
 * Short-lived programs of ours (an answer to "signed in?", an installation, a login) each lead a process group, so that
 * what they start ends with them. Agents are the keeper's and are ended by it.
 */
import type { Clock } from '../../shared/time.ts'
import type { DaemonLimits } from '../limits.ts'

export interface GroupDeps {
  clock: Clock
  limits: Pick<DaemonLimits, 'groupTermMs' | 'groupKillMs' | 'groupPollMs'>
}

/** SIGTERM, then SIGKILL, to everything in the group that `leader` began. False: something of it is still there. */
export async function endGroup(leader: number, deps: GroupDeps): Promise<boolean> {
  if (!signalGroup(leader, 'SIGTERM')) return true
  if (await gone(leader, deps, deps.limits.groupTermMs)) return true
  if (!signalGroup(leader, 'SIGKILL')) return true
  return gone(leader, deps, deps.limits.groupKillMs)
}

async function gone(leader: number, { clock, limits }: GroupDeps, ms: number): Promise<boolean> {
  const deadline = clock.now() + ms
  for (;;) {
    if (!signalGroup(leader, 0)) return true
    if (clock.now() >= deadline) return false
    await new Promise<void>((resolve) => void clock.after(limits.groupPollMs, resolve))
  }
}

/** False: nobody is left in it. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ESRCH') return false
    // What is left in it became another person's.
    if (code === 'EPERM') return true
    throw error
  }
}
