/** How long to wait before the next try: full jitter over a span that doubles, so that machines do not come back as one. */
import type { Random } from '../../shared/ids.ts'

/** `failures` counts from 1. Milliseconds, at least a tenth of the span: a try that cannot succeed costs both sides. */
export function jittered(random: Random, failures: number, first: number, most: number): number {
  const span = Math.min(most, first * 2 ** Math.min(failures - 1, 30))
  return Math.round(span * Math.max(0.1, fraction(random)))
}

/** 0 to 1, from 32 bits. */
function fraction(random: Random): number {
  let value = 0
  for (const byte of random(4)) value = value * 256 + byte
  return value / 2 ** 32
}
