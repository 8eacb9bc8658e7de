/**
 * What a step of the suite started and left running: everything it starts inherits a mark in its environment. Linux:
 * reads /proc; elsewhere nothing is found.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { headUtf8 } from '../../shared/bytes.ts'
import { SUITE_MARK } from '../../shared/testing/suite-mark.ts'

const COMMAND_BYTES = 160
const LOOK_EVERY_MS = 100

export interface LeftProcess {
  pid: number
  /** Cut at 160 bytes. */
  command: string
}

/** Those that carry `mark`, without zombies: a zombie has no command line. */
export function markedProcesses(mark: string): LeftProcess[] {
  if (!existsSync('/proc/self/environ')) return []
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry)
    if (!Number.isInteger(pid) || !read(pid, 'environ').split('\0').includes(`${SUITE_MARK}=${mark}`))
      return []
    const command = read(pid, 'cmdline').replaceAll('\0', ' ').trim()
    return command === '' ? [] : [{ pid, command: headUtf8(command, COMMAND_BYTES) }]
  })
}

/** Waits until what carries `mark` is gone, ends by its pid what is not, and answers that. */
export async function endMarked(mark: string, graceMs: number): Promise<LeftProcess[]> {
  const until = performance.now() + graceMs
  let left = markedProcesses(mark)
  // Other people's processes announce nothing: there is no event to wait for.
  while (left.length > 0 && performance.now() < until) {
    await Bun.sleep(LOOK_EVERY_MS)
    left = markedProcesses(mark)
  }
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone by itself since it was listed.
    }
  }
  return left
}

/** Empty when the process is gone, or is somebody else's: neither is one of ours. */
function read(pid: number, file: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
