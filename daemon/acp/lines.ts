/**
 * Newline-delimited lines out of an agent's output, which comes in chunks of any size. Offsets are absolute in the
 * run's output, so that a successor can go on where this daemon stopped.
 */
import { concat, fromUtf8 } from '../../shared/bytes.ts'

export type Line =
  /** `end` is the offset just after the newline; up to there the output is understood. */
  | { kind: 'line'; text: string; end: number }
  /** A line longer than the bound; said once, at the same offset however the bytes were cut. The rest of it is skipped. */
  | { kind: 'overflow'; end: number }

export interface LineSplitter {
  push(chunk: Uint8Array): Line[]
}

const NEWLINE = 10

/** `start`: the offset of the first byte that will be pushed. `maxBytes`: a line's length without its newline. */
export function lineSplitter(start: number, maxBytes: number): LineSplitter {
  let offset = start
  let held: Uint8Array[] = []
  let heldBytes = 0
  let skipping = false

  const hold = (part: Uint8Array): void => {
    if (part.length === 0) return
    held.push(part.slice()) // the reader may use its buffer again
    heldBytes += part.length
  }
  const forget = (): void => {
    held = []
    heldBytes = 0
  }
  const overflow = (lineStart: number): Line => {
    forget()
    skipping = true
    return { kind: 'overflow', end: lineStart + maxBytes + 1 }
  }

  return {
    push(chunk) {
      const lines: Line[] = []
      const base = offset
      offset += chunk.length
      let from = 0
      while (from < chunk.length) {
        const newline = chunk.indexOf(NEWLINE, from)
        const to = newline === -1 ? chunk.length : newline
        const part = chunk.subarray(from, to)
        if (!skipping && heldBytes + part.length > maxBytes) lines.push(overflow(base + from - heldBytes))
        else if (!skipping && newline === -1) hold(part)
        else if (!skipping) {
          const bytes = held.length === 0 ? part : concat([...held, part])
          forget()
          lines.push({ kind: 'line', text: fromUtf8(bytes), end: base + newline + 1 })
        }
        if (newline === -1) break
        skipping = false
        from = newline + 1
      }
      return lines
    },
  }
}
