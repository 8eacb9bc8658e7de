import { readdirSync, readFileSync } from 'node:fs'

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
