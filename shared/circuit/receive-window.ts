/**
 * Credit that a receiver gives, for a stream or a circuit. At any moment
 *
 *   what the sender may still send + what came and was not read + what was read and not told = size
 *
 * and the size doubles, up to its most, when half of it was read within two round trips: then the window, and not the
 * reader or the path, is what holds the sender back.
 */
export interface ReceiveWindow {
  size: number
  readonly most: number
  /** What the sender may still send, as this side knows it. */
  remaining: number
  /** Read, and not yet told to the sender. */
  owed: number
  /** When credit was last given; milliseconds. */
  toldAt: number
}

const DOUBLE_WITHIN_ROUND_TRIPS = 2

export const receiveWindow = (size: number, most: number, now: number): ReceiveWindow => ({
  size,
  most: Math.max(size, most),
  remaining: size,
  owed: 0,
  toldAt: now,
})

/** Takes `bytes` that came; false when the sender had no credit for them. */
export function arrived(window: ReceiveWindow, bytes: number): boolean {
  window.remaining -= bytes
  return window.remaining >= 0
}

/** Half of it was read: time to tell. */
export const isHalfRead = (window: ReceiveWindow): boolean => window.owed * 2 >= window.size

/** Moves what is owed to the sender; the credit to tell it, 0 for none. */
export function giveCredit(window: ReceiveWindow, now: number, roundTripMs: number | null): number {
  let credit = window.owed
  const fast = roundTripMs !== null && now - window.toldAt < DOUBLE_WITHIN_ROUND_TRIPS * roundTripMs
  if (fast && isHalfRead(window) && window.size < window.most) {
    const size = Math.min(window.most, window.size * 2)
    credit += size - window.size
    window.size = size
  }
  window.owed = 0
  window.remaining += credit
  window.toldAt = now
  return credit
}
