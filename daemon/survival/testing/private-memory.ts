import { readFileSync } from 'node:fs'
import type { Rig } from '../../testing/rig.ts'

/** What the daemon holds for itself after collections, in KiB: the allocator gives back when it likes, so the least of a few looks. */
export async function privateMemory(rig: Rig): Promise<number> {
  const looks: number[] = []
  for (let n = 0; n < 5; n++) {
    process.kill(rig.pid, 'SIGUSR2')
    await rig.api.v1.status.get()
    const rollup = readFileSync(`/proc/${rig.pid}/smaps_rollup`, 'utf8')
    looks.push(Number(/^Private_Dirty:\s+(\d+)/m.exec(rollup)?.[1]))
  }
  return Math.min(...looks)
}
