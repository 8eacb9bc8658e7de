/** The process table as the kill ladder needs it: who descends from whom, and who carries a marker. */
import { linuxProcesses } from './processes-linux.ts'
import { macosProcesses } from './processes-macos.ts'

export interface Process {
  pid: number
  ppid: number
  pgid: number
  /** The process session (setsid), not one of ours. */
  sid: number
  /** When it started, in the system's own unit and never decreasing: with the pid it names one process for good. */
  start: number
  zombie: boolean
}

export interface ProcessTable {
  /** Changes when a process was made since. */
  stamp(): string
  list(): Process[]
  find(pid: number): Process | undefined
  /** Whether the process has `marker` (NAME=value) in the environment it was started with. */
  marked(pid: number, marker: string): boolean
  /** The command line, for a person. */
  command(pid: number): string
}

export function processTable(platform: NodeJS.Platform): ProcessTable {
  return platform === 'linux' ? linuxProcesses() : macosProcesses()
}
