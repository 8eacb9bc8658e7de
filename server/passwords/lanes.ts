/**
 * Who may hash now. Hashing is dear in memory and time, and the public routes reach it with every request by design; two
 * lanes keep a spray of sign-ins from denying a hash to people who are signed in.
 */
import type { AuthorityLimits } from '../limits.ts'

/** Which side of the sign-in a route stands on. A decoy takes the lane of the hash it stands for. */
export type Lane = 'public' | 'signed_in'

export type LaneLimits = Pick<
  AuthorityLimits,
  'hashesAtOnce' | 'publicHashesAtOnce' | 'publicHashWaiters' | 'signedInHashWaiters'
>

export interface Lanes {
  /** Null, and nothing done, where too many wait already. `address`: one waits in public from each. */
  run<T>(lane: Lane, address: string, work: () => Promise<T>): Promise<{ value: T } | null>
}

interface Waiter {
  address: string
  go(): void
}

export function createLanes(limits: LaneLimits): Lanes {
  const running = { public: 0, signed_in: 0 }
  const waiting: Record<Lane, Waiter[]> = { public: [], signed_in: [] }

  const hasRoom = (lane: Lane): boolean =>
    running.public + running.signed_in < limits.hashesAtOnce &&
    (lane === 'signed_in' || running.public < limits.publicHashesAtOnce)

  const mayWait = (lane: Lane, address: string): boolean =>
    lane === 'signed_in'
      ? waiting.signed_in.length < limits.signedInHashWaiters
      : waiting.public.length < limits.publicHashWaiters &&
        !waiting.public.some((waiter) => waiter.address === address)

  /** Whoever is signed in goes first, always: under a spray a fair queue is the sprayer's. */
  const wake = (): void => {
    for (const lane of ['signed_in', 'public'] as const) {
      while (hasRoom(lane)) {
        const next = waiting[lane].shift()
        if (!next) break
        running[lane]++
        next.go()
      }
    }
  }

  return {
    async run(lane, address, work) {
      if (hasRoom(lane) && waiting[lane].length === 0) running[lane]++
      else if (mayWait(lane, address)) {
        await new Promise<void>((go) => void waiting[lane].push({ address, go }))
      } else return null
      try {
        return { value: await work() }
      } finally {
        running[lane]--
        wake()
      }
    },
  }
}
