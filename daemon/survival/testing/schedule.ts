/** Which death comes when, from a seed. */
import type { SeededRandom } from '../../../shared/testing/seeded-random.ts'

export const moments = ['start', 'stream', 'ask', 'answer', 'stop', 'replay'] as const
/**
 * What is under way when the daemon is killed: an agent starts, its text streams, it waits for an answer, the answer
 * is being given, its stop was asked for, and the daemon before had not come up to date yet.
 */
export type Moment = (typeof moments)[number]

export interface Death {
  moment: Moment
  /** Which of the sessions that fit. */
  pick: number
  /** Between the command that is in flight and the kill. */
  afterMs: number
  /** Without a daemon. */
  downMs: number
  option: 'once' | 'reject'
  /** A message to another session is in flight as well. */
  messageInFlight: boolean
}

/** Every moment as often as every other, in an order of the seed's. */
export function schedule(random: SeededRandom, deaths: number): Death[] {
  const planned = Array.from({ length: deaths }, (_, n) => moments[n % moments.length] ?? 'start')
  for (let n = planned.length - 1; n > 0; n--) {
    const other = random.int(n + 1)
    const [a, b] = [planned[n], planned[other]]
    if (a && b) [planned[n], planned[other]] = [b, a]
  }
  return planned.map((moment) => ({
    moment,
    pick: random.int(1000),
    afterMs: random.int(12),
    downMs: random.int(30),
    option: random.int(2) === 0 ? 'once' : 'reject',
    messageInFlight: random.int(2) === 0,
  }))
}
