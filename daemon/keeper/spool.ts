/**
 * One run's output that the daemon has not acknowledged, as bytes with offsets in two appended files. Each holds half
 * of the bound. When the current one is full the other takes over, once all of it is acknowledged; until then
 * `append` takes nothing and the caller stops reading the pipe. No fsync: output does not outlive the host anyway.
 */
import { closeSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs'

export interface Spool {
  /** Everything before this offset is forgotten. */
  acked(): number
  /** The offset after the last byte. */
  end(): number
  /** Stores as much as there is room for (on a full disk: nothing) and returns how many bytes that was. */
  append(bytes: Uint8Array): number
  /** `false`: the offset is beyond the end. */
  ack(offset: number): boolean
  /** Copies bytes from `from` (not below `acked`, not beyond `end`) and returns how many; 0 only at the end. */
  read(from: number, into: Uint8Array): number
  /** Closes and removes the files. */
  remove(): void
}

interface Segment {
  path: string
  fd: number
  start: number
  length: number
}

/** `undefined`: the files cannot be made (no disk, no descriptors, no folder). */
export function openSpool(
  basePath: string,
  bounds: { spoolBytes: number; spoolRewindBytes: number },
): Spool | undefined {
  const half = Math.floor(bounds.spoolBytes / 2)
  const first = openSegment(`${basePath}.0`)
  const second = first && openSegment(`${basePath}.1`)
  if (!second) {
    if (first) closeSync(first.fd)
    return undefined
  }
  let current = first
  let other = second
  let acked = 0
  let end = 0

  const swap = (): boolean => {
    if (other.length > 0) return false
    const full = current
    current = other
    other = full
    current.start = end
    return true
  }

  return {
    acked: () => acked,
    end: () => end,
    append(bytes) {
      let taken = 0
      while (taken < bytes.length) {
        if (current.length === half && !swap()) break
        const room = Math.min(half - current.length, bytes.length - taken)
        const written = writeSome(current, bytes, taken, room)
        if (written === 0) break
        current.length += written
        end += written
        taken += written
      }
      return taken
    },
    ack(offset) {
      if (offset > end) return false
      if (offset <= acked) return true
      acked = offset
      if (other.length > 0 && other.start + other.length <= acked) empty(other, end)
      const rewind = current.length > bounds.spoolRewindBytes || current.length === half
      if (acked === end && rewind) empty(current, end)
      return true
    },
    read(from, into) {
      const segment = from >= current.start ? current : other
      const length = Math.min(into.length, segment.start + segment.length - from)
      return length > 0 ? readSync(segment.fd, into, 0, length, from - segment.start) : 0
    },
    remove() {
      for (const segment of [current, other]) {
        closeSync(segment.fd)
        rmSync(segment.path, { force: true })
      }
    },
  }
}

function openSegment(path: string): Segment | undefined {
  try {
    return { path, fd: openSync(path, 'w+', 0o600), start: 0, length: 0 }
  } catch (error) {
    // Whatever the system's reason, the run is refused and the others go on.
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

function empty(segment: Segment, start: number): void {
  ftruncateSync(segment.fd, 0)
  segment.start = start
  segment.length = 0
}

function writeSome(segment: Segment, bytes: Uint8Array, from: number, length: number): number {
  try {
    return writeSync(segment.fd, bytes, from, length, segment.length)
  } catch (error) {
    // A full disk is a full spool: the agent waits until there is room again.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))
      return 0
    throw error
  }
}
