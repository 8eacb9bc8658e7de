/** An agent's stderr: read without pause so that nobody blocks on it, and only its end is kept. */
import type { Readable } from 'node:stream'
import { fromUtf8, tailUtf8 } from '../../shared/bytes.ts'
import { tailOf } from './tail.ts'

/** What ENDED carries: even all escaped it fits a header. */
const REPORT_BYTES = 4 * 1024

export interface StderrTail {
  /** The last words, as text. */
  report(): string
  /** All of it was read. */
  complete(): boolean
  abandon(): void
}

export function tailStderr(pipe: Readable, keptBytes: number, onComplete: () => void): StderrTail {
  const tail = tailOf(keptBytes)
  let open = true
  pipe.on('data', tail.push)
  // A pipe that breaks has ended; the exit of the process says why.
  pipe.on('error', () => {})
  pipe.on('close', () => {
    open = false
    onComplete()
  })
  return {
    report: () => tailUtf8(fromUtf8(tail.bytes()), REPORT_BYTES),
    complete: () => !open,
    abandon: () => void pipe.destroy(),
  }
}
