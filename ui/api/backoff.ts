import type { Random } from '../../shared/ids.ts'

/**
 * How long to wait before the next try, ms: full jitter over a span that doubles, so that the pages of a relay that was
 * restarted do not come back as one. `failures` counts from 1.
 */
export function backoff(random: Random, failures: number, first: number, most: number): number {
  const span = Math.min(most, first * 2 ** Math.min(failures - 1, 30))
  let value = 0
  for (const byte of random(4)) value = value * 256 + byte
  return Math.round(span * Math.max(0.1, value / 2 ** 32))
}
