/** Bytes in order, in and out by pieces, without copying more than a header's worth. */

/** Pieces below this are gathered, so that many one-byte pieces do not weigh a hundred times their bytes. */
const GATHER_BELOW = 1024
const GATHERED_BYTES = 4096
/** A view is copied when the memory under it is more than so many times as large. */
const RETAIN_AT_MOST = 3

export interface ByteQueue {
  readonly length: number
  /** Keeps `bytes` as they are: the giver does not change them. */
  push(bytes: Uint8Array): void
  /** Keeps what is needed of `bytes`, a view of something larger that must not live as long. */
  pushView(bytes: Uint8Array): void
  /** The first piece, or null. */
  shift(): Uint8Array | null
  /** Moves up to `most` bytes to `into` at `at`; how many. */
  copyTo(into: Uint8Array, at: number, most: number): number
  clear(): void
}

export function byteQueue(): ByteQueue {
  let pieces: Uint8Array[] = []
  let length = 0
  /** How much of the first piece is gone. */
  let taken = 0
  /** The last piece, when it is a gathering one: its memory and how much of it is used. */
  let tail: { memory: Uint8Array; used: number } | null = null

  function gather(bytes: Uint8Array): void {
    if (tail === null || tail.memory.length - tail.used < bytes.length) {
      tail = { memory: new Uint8Array(GATHERED_BYTES), used: 0 }
      pieces.push(tail.memory.subarray(0, 0))
    }
    tail.memory.set(bytes, tail.used)
    tail.used += bytes.length
    pieces[pieces.length - 1] = tail.memory.subarray(0, tail.used)
  }

  function dropFirst(): void {
    pieces.shift()
    taken = 0
    if (pieces.length === 0) tail = null
  }

  return {
    get length() {
      return length
    },
    push(bytes) {
      length += bytes.length
      tail = null
      pieces.push(bytes)
    },
    pushView(bytes) {
      length += bytes.length
      if (bytes.length < GATHER_BELOW && pieces.length > 0) return gather(bytes)
      tail = null
      pieces.push(bytes.length * RETAIN_AT_MOST < bytes.buffer.byteLength ? bytes.slice() : bytes)
    },
    shift() {
      const first = pieces[0]
      if (first === undefined) return null
      const rest = taken === 0 ? first : first.subarray(taken)
      length -= rest.length
      dropFirst()
      return rest
    },
    copyTo(into, at, most) {
      let moved = 0
      while (moved < most) {
        const first = pieces[0]
        if (first === undefined) break
        const end = Math.min(first.length, taken + most - moved)
        into.set(taken === 0 && end === first.length ? first : first.subarray(taken, end), at + moved)
        moved += end - taken
        taken = end
        if (end === first.length) dropFirst()
      }
      length -= moved
      return moved
    },
    clear() {
      pieces = []
      length = 0
      taken = 0
      tail = null
    },
  }
}
