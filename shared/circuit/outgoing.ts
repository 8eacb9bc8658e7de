/** The half of a stream that goes out: what was written and not yet sent, and the credit for it. */
import { AppError } from '../errors.ts'
import { CIRCUIT_SEND_QUEUE_BYTES } from '../limits.ts'
import { type ByteQueue, byteQueue } from './byte-queue.ts'

export interface Outgoing {
  /** `ending`: END follows what is queued. `over`: END or RESET is out, or the circuit is. */
  readonly state: 'open' | 'ending' | 'over'
  readonly queued: number
  /** What the peer lets this stream send yet. */
  credit: number
  /** Sent, and not yet told as read. */
  unread: number
  /**
   * Takes `bytes`, which the writer does not change afterwards. Null when more may follow at once, else a promise for
   * when: it resolves also when the stream is over, after which writing does nothing.
   */
  write(bytes: Uint8Array): Promise<void> | null
  end(): void
  /** END is out. */
  ended(): void
  /** Drops what is queued and frees the writer. */
  cut(): void
  /** Moves up to `most` queued bytes into a frame; how many. */
  copyTo(into: Uint8Array, at: number, most: number): number
}

/** `ready` is told when there is something to send. */
export function outgoing(credit: number, ready: () => void): Outgoing {
  const queue: ByteQueue = byteQueue()
  let state: Outgoing['state'] = 'open'
  let room: { promise: Promise<void>; resolve: () => void } | null = null

  function freeWriter(): void {
    room?.resolve()
    room = null
  }

  return {
    credit,
    unread: 0,
    get state() {
      return state
    },
    get queued() {
      return queue.length
    },
    write(bytes) {
      if (state === 'ending') throw new TypeError('nothing is written after the end')
      if (state === 'over' || bytes.length === 0) return null
      queue.push(bytes)
      ready()
      if (queue.length < CIRCUIT_SEND_QUEUE_BYTES) return null
      room ??= Promise.withResolvers<void>()
      return room.promise
    },
    end() {
      if (state !== 'open') return
      state = 'ending'
      ready()
    },
    ended() {
      state = 'over'
      freeWriter()
    },
    cut() {
      state = 'over'
      queue.clear()
      freeWriter()
    },
    copyTo(into, at, most) {
      const moved = queue.copyTo(into, at, most)
      if (queue.length < CIRCUIT_SEND_QUEUE_BYTES) freeWriter()
      return moved
    },
  }
}

/** Credit that was given twice over would never be used up; a peer that gives so much is lying. */
export const MOST_CREDIT = 2 ** 31

/** Adds a WINDOW's credit. @throws AppError past {@link MOST_CREDIT}. */
export function addCredit(to: { credit: number; unread: number }, credit: number): void {
  if (to.credit + credit > MOST_CREDIT) throw new AppError('protocol_error', 'more credit than there is')
  to.credit += credit
  to.unread = Math.max(0, to.unread - credit)
}
