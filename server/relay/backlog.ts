/**
 * What the relay holds for readers that are slower than their senders. Pausing the sender keeps one side far below its
 * bound; the sum is bounded for the day that many readers stall at once, and the largest holder goes first.
 */
import type { RelayLimits } from './limits.ts'

/** One direction of one circuit. */
export interface Held {
  /** Kept by the backlog. */
  bytes: number
  /** Ends the circuit and with it what is held. */
  over(): void
}

export interface Backlog {
  /** `held` now holds `bytes`; ends what is over a bound. */
  hold(held: Held, bytes: number): void
  total(): number
}

export function createBacklog(limits: RelayLimits): Backlog {
  const holders = new Set<Held>()
  let total = 0
  const set = (held: Held, bytes: number): void => {
    total += bytes - held.bytes
    held.bytes = bytes
    if (bytes > 0) holders.add(held)
    else holders.delete(held)
  }
  const largest = (): Held | null => {
    let most: Held | null = null
    for (const held of holders) if (most === null || held.bytes > most.bytes) most = held
    return most
  }
  const end = (held: Held): void => {
    set(held, 0)
    held.over()
  }
  return {
    total: () => total,
    hold(held, bytes) {
      set(held, bytes)
      if (bytes > limits.backlogASideBytes) end(held)
      while (total > limits.backlogBytes) {
        const most = largest()
        if (most === null) return
        end(most)
      }
    },
  }
}
