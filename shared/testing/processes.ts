/**
 * Which processes carry a mark. A test puts a variable of its own into the environment of what it starts; children
 * inherit it, so afterwards the process table itself says whether anything is left. Linux: reads /proc.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { headUtf8 } from '../bytes.ts'
import { waitFor } from './wait-for.ts'

export interface Marked {
  pid: number
  /** Cut at 200 bytes. */
  command: string
}

const COMMAND_BYTES = 200

/** Processes whose environment holds exactly `name`=`value`, zombies not counted, this one never. */
export function markedProcesses(name: string, value: string): Marked[] {
  const found: Marked[] = []
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    if (!Number.isInteger(pid) || pid === process.pid) continue
    const environment = readProcess(pid, 'environ')
    if (environment === null || !environment.split('\0').includes(`${name}=${value}`)) continue
    const command = readProcess(pid, 'cmdline')
    if (command === null || command === '') continue // gone or a zombie by now
    found.push({ pid, command: headUtf8(command.replaceAll('\0', ' ').trim(), COMMAND_BYTES) })
  }
  return found
}

/**
 * Waits until no process carries the mark.
 * @throws Error naming those that are left after `ms`.
 */
export async function noneMarked(name: string, value: string, ms = 10_000): Promise<void> {
  let left: Marked[] = []
  const gone = (): boolean => {
    left = markedProcesses(name, value)
    return left.length === 0
  }
  try {
    await waitFor('marked processes to end', ms, gone)
  } catch (cause) {
    const names = left.map(({ pid, command }) => `${pid} ${command}`).join(', ')
    throw new Error(`still there after ${ms} ms: ${names}`, { cause })
  }
}

/** Null when the process is gone, or is another user's: neither is one that this test started. */
function readProcess(pid: number, file: 'environ' | 'cmdline'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null
  }
}
