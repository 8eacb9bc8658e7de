/** How long a PING takes to come back, in milliseconds: the shortest lately, because queues only ever add. */
export interface RoundTrip {
  /** Null until measured once. */
  readonly ms: number | null
  measured(ms: number): void
}

/** A longer time than the known one counts for this share, so that a path that became longer is learned. */
const SLOW_SHARE = 1 / 8

export function roundTrip(): RoundTrip {
  let ms: number | null = null
  return {
    get ms() {
      return ms
    },
    measured(sample) {
      ms = ms === null || sample < ms ? sample : ms + (sample - ms) * SLOW_SHARE
    },
  }
}
