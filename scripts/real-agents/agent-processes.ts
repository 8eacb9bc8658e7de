/**
 * Which processes an agent of one daemon consists of: they inherited the mark that the daemon was started with and
 * the variable by which its keeper knows a run's processes. Linux: reads /proc.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { headUtf8 } from '../../shared/bytes.ts'

/** Carried by a daemon and everything it starts. */
export const MARK = 'REAL_AGENT_MARK'
/** The keeper's own, on the processes of a run. */
const RUN = 'FAIRLEAD_AGENT_RUN='
const COMMAND_BYTES = 120

export interface AgentProcess {
  pid: number
  parent: number
  /** Cut at 120 bytes. */
  command: string
}

/** Zombies are not counted. */
export function agentProcesses(mark: string): AgentProcess[] {
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry)
    const environment = Number.isInteger(pid) ? read(pid, 'environ').split('\0') : []
    if (!environment.includes(`${MARK}=${mark}`) || !environment.some((one) => one.startsWith(RUN))) return []
    const command = read(pid, 'cmdline').replaceAll('\0', ' ').trim()
    return command === '' ? [] : [{ pid, parent: parentOf(pid), command: headUtf8(command, COMMAND_BYTES) }]
  })
}

/** The one that the keeper started: its parent is none of them. */
export function rootOf(processes: readonly AgentProcess[]): AgentProcess | undefined {
  const pids = new Set(processes.map(({ pid }) => pid))
  return processes.find(({ parent }) => !pids.has(parent))
}

/** The last resort: SIGKILL to each by its pid. */
export function endProcesses(processes: readonly { pid: number }[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone by itself since it was listed.
    }
  }
}

/** The fourth field of `stat`; the second is a name in parentheses, which may hold anything. */
function parentOf(pid: number): number {
  const stat = read(pid, 'stat')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** Empty when the process is gone, or is somebody else's: neither is one of ours. */
function read(pid: number, file: 'environ' | 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
