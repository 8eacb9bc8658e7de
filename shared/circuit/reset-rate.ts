/** Streams opened only to be dropped cost the one who serves them; so many in so long, and the circuit ends. */
import { CIRCUIT_RESETS, CIRCUIT_RESETS_MS } from '../limits.ts'

/** Counts one more at `now` (milliseconds); false when that is the {@link CIRCUIT_RESETS}th in the time. */
export function resetRate(): (now: number) => boolean {
  const times: number[] = []
  return (now) => {
    times.push(now)
    if (times.length < CIRCUIT_RESETS) return true
    const first = times.shift()
    return first === undefined || now - first > CIRCUIT_RESETS_MS
  }
}
