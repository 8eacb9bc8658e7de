/** The last bytes of a stream nobody reads: whatever comes, it holds one buffer of `limit` bytes. */
export interface Tail {
  push(bytes: Uint8Array): void
  /** A copy of what is held, oldest first. */
  bytes(): Uint8Array
}

export function tailOf(limit: number): Tail {
  let ring = new Uint8Array(0)
  let at = 0
  let held = 0
  return {
    push(bytes) {
      // Most agents write nothing to stderr, so the buffer is made by the first byte.
      if (ring.length === 0) ring = new Uint8Array(limit)
      const last = bytes.subarray(Math.max(0, bytes.length - limit))
      const first = Math.min(last.length, limit - at)
      ring.set(last.subarray(0, first), at)
      ring.set(last.subarray(first), 0)
      at = (at + last.length) % limit
      held = Math.min(limit, held + last.length)
    },
    bytes() {
      const whole = new Uint8Array(held)
      const oldest = held < limit ? 0 : at
      whole.set(ring.subarray(oldest, held))
      whole.set(ring.subarray(0, oldest), held - oldest)
      return whole
    },
  }
}
