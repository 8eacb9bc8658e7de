import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of user and system time in `/proc/PID/stat`, by everything that Linux runs on: `getconf CLK_TCK`. */
const TICK_NS = 1e7

/**
 * Nanoseconds of a process so far, those of its ended threads too, in steps of 10 ms: for windows in which threads may
 * end, as idle ones do. Linux.
 */
export function cpuWithEnded(pid: number): number {
  // The name of the program is in parentheses, and may hold any of what separates the rest.
  const rest = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')
  const [user, system] = [rest[11], rest[12]].map(Number)
  if (user === undefined || system === undefined) throw new TypeError(`no CPU time of ${pid}`)
  return (user + system) * TICK_NS
}

/** Nanoseconds of a process so far, all its threads: on a core, and ready for one that another program had. Linux. */
export function cpuOf(pid: number): { ran: number; waited: number } {
  const total = { ran: 0, waited: 0 }
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [ran, waited] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    total.ran += Number(ran)
    total.waited += Number(waited)
  }
  return total
}
