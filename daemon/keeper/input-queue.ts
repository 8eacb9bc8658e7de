/**
 * Numbered input of one run: each line reaches stdin once and in order, however often it is sent. What waits for an
 * agent that does not read is bounded; past the bound a line is not taken (see `FrameType.input`).
 */
import type { Writable } from 'node:stream'

export type Taken =
  | 'taken'
  /** The number was taken before. */
  | 'known'
  /** No room: to be sent again when `onRoom` was called. */
  | 'later'
  /** A number is missing before it. */
  | 'gap'
  /** Stdin is closed. */
  | 'closed'

export interface InputQueue {
  lastIn(): number
  take(n: number, line: Uint8Array): Taken
  /** Closes stdin behind the lines that were taken. */
  close(): void
  /** The agent is gone: forgets the lines that wait. */
  drop(): void
}

export function inputQueue(stdin: Writable, bound: number, onRoom: () => void): InputQueue {
  const lines: Uint8Array[] = []
  let lastIn = 0
  let waiting = 0
  let writing = false
  let closed = false
  let stall: 'none' | 'full' | 'room' = 'none'

  // One line at a time is with the runtime, whose own queue tells no size.
  const writeNext = (): void => {
    const line = lines.shift()
    writing = line !== undefined
    if (line === undefined) {
      if (closed) stdin.end()
      return
    }
    stdin.write(line, () => {
      waiting = Math.max(0, waiting - line.length)
      if (stall === 'full' && waiting <= bound / 2) {
        stall = 'room'
        onRoom()
      }
      writeNext()
    })
  }

  return {
    lastIn: () => lastIn,
    take(n, line) {
      if (n <= lastIn) return 'known'
      if (closed) return 'closed'
      // What was on its way behind a refused line comes before that line is sent again.
      if (n > lastIn + 1) return stall === 'none' ? 'gap' : 'later'
      if (waiting > 0 && waiting + line.length > bound) {
        stall = 'full'
        return 'later'
      }
      stall = 'none'
      lastIn = n
      waiting += line.length
      lines.push(line)
      if (!writing) writeNext()
      return 'taken'
    },
    close() {
      if (closed) return
      closed = true
      if (!writing) stdin.end()
    },
    drop() {
      closed = true
      lines.length = 0
      waiting = 0
    },
  }
}
