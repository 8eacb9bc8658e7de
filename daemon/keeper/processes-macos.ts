/**
 * The process table from `ps`, where there is no `/proc`. `ps` shows the environment behind the arguments of our own
 * processes only, and no process session that could be compared: the group stands for it.
 */
import { spawnSync } from 'node:child_process'
import type { Process, ProcessTable } from './processes.ts'

// pid ppid pgid stat, then `lstart` (always five words), then the command and its environment.
const ROW = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/
const OUTPUT_BYTES = 64 * 1024 * 1024

interface Row extends Process {
  text: string
}

export function macosProcesses(): ProcessTable {
  let rows = new Map<number, Row>()
  let looks = 0
  const look = (): void => {
    const args = ['-axww', '-E', '-o', 'pid=,ppid=,pgid=,stat=,lstart=,command=']
    const { stdout } = spawnSync('/bin/ps', args, {
      encoding: 'utf8',
      maxBuffer: OUTPUT_BYTES,
      env: { LC_ALL: 'C' },
    })
    rows = new Map(parsePs(stdout).map((row) => [row.pid, row]))
  }
  return {
    stamp: () => String(looks++),
    list() {
      look()
      return [...rows.values()]
    },
    find(pid) {
      look()
      return rows.get(pid)
    },
    marked: (pid, marker) => ` ${rows.get(pid)?.text ?? ''} `.includes(` ${marker} `),
    command: (pid) => rows.get(pid)?.text ?? '',
  }
}

export function parsePs(output: string): Row[] {
  const rows: Row[] = []
  for (const line of output.split('\n')) {
    const [, pid, ppid, pgid, stat, started, text] = ROW.exec(line) ?? []
    if (!pid || !ppid || !pgid || !stat || !started || text === undefined) continue
    const start = Date.parse(started)
    rows.push({ pid: +pid, ppid: +ppid, pgid: +pgid, sid: +pgid, start, zombie: stat.startsWith('Z'), text })
  }
  return rows
}
