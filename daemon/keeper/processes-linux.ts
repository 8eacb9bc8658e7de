/** The process table from `/proc` (proc(5)): `stat`, `environ`, `cmdline`, and `loadavg` for the newest pid. */
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import type { Process, ProcessTable } from './processes.ts'

const STAT_BYTES = 1024
// Fields of `stat` counted from the state, which follows the name in parentheses.
const PPID = 1
const PGRP = 2
const SESSION = 3
const STARTTIME = 19

export function linuxProcesses(): ProcessTable {
  const buffer = Buffer.alloc(STAT_BYTES)

  const find = (pid: number): Process | undefined =>
    reading(() => {
      const fd = openSync(`/proc/${pid}/stat`, 'r')
      try {
        const length = readSync(fd, buffer, 0, STAT_BYTES, null)
        return parseStat(pid, buffer.toString('latin1', 0, length))
      } finally {
        closeSync(fd)
      }
    })

  return {
    stamp: () => readFileSync('/proc/loadavg', 'latin1').trim().split(' ').at(-1) ?? '',
    list() {
      const processes: Process[] = []
      for (const name of readdirSync('/proc')) {
        const pid = Number(name)
        if (!Number.isInteger(pid)) continue
        const process = find(pid)
        if (process) processes.push(process)
      }
      return processes
    },
    find,
    marked: (pid, marker) =>
      reading(() => hasEntry(readFileSync(`/proc/${pid}/environ`), Buffer.from(marker))) ?? false,
    command: (pid) =>
      reading(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()) ?? '',
  }
}

/** The name may hold spaces and parentheses, so fields are counted from the last `)`. */
export function parseStat(pid: number, stat: string): Process | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields[0]
  const [ppid, pgid, sid, start] = [PPID, PGRP, SESSION, STARTTIME].map((index) => Number(fields[index]))
  if (state === undefined || ppid === undefined || pgid === undefined || sid === undefined) return undefined
  if (start === undefined || Number.isNaN(start)) return undefined
  return { pid, ppid, pgid, sid, start, zombie: state === 'Z' || state === 'X' }
}

/** Whether `entry` stands whole between NULs. */
export function hasEntry(environ: Buffer, entry: Buffer): boolean {
  for (let at = environ.indexOf(entry); at >= 0; at = environ.indexOf(entry, at + 1)) {
    const after = at + entry.length
    if ((at === 0 || environ[at - 1] === 0) && (after === environ.length || environ[after] === 0)) return true
  }
  return false
}

/** A process may end while it is looked at, and another person's is not ours to read: both are no answer. */
function reading<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM') return undefined
    throw error
  }
}
