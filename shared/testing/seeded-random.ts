/** Randomness that a test can replay: the same seed gives the same bytes on every machine. */
import type { Random } from '../ids.ts'

export interface SeededRandom extends Random {
  readonly seed: number
  /** A whole number from 0 to `n` - 1; `n` is 1 to 2^32. */
  int(n: number): number
}

/**
 * Numbers of mulberry32, 32 bits a step. Without a seed one is drawn and printed, so that a failed run can be
 * repeated with it.
 */
export function seededRandom(seed: number = drawn()): SeededRandom {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const random = (bytes: number): Uint8Array => Uint8Array.from({ length: bytes }, () => next() >>> 24)
  const int = (n: number): number => {
    if (!Number.isInteger(n) || n < 1 || n > 2 ** 32) throw new RangeError(`no whole number below ${n}`)
    return Math.floor((next() / 2 ** 32) * n)
  }
  return Object.assign(random, { seed, int })
}

function drawn(): number {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
  console.error(`seeded random: seed ${seed}`)
  return seed
}
