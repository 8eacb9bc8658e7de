/**
 * Two ends of a circuit's channel in one process. Messages keep their order and their bounds; when each arrives is the
 * test's choice: at once (the next turn of the loop), later by chance, or when a paused end resumes.
 */
import type { Channel, ChannelEvents } from '../circuit/channel.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface MemoryChannelOptions {
  /** Makes every delivery wait for up to `turnsMost` more turns of the loop. */
  random?: SeededRandom
  turnsMost?: number
  /** An end whose messages on their way weigh more is not writable; bytes. */
  highWater?: number
  /** Milliseconds that every message takes; by real time, so only for benches. */
  delayMs?: number
}

export interface MemoryEnd extends Channel {
  /** What goes out is held, in order, until {@link resume}. */
  pause(): void
  resume(): void
  /** Sees every message that this end sends, when it is sent. */
  observe(look: (message: Uint8Array) => void): void
  /** Bytes sent and not delivered. */
  readonly onTheWay: number
  readonly isClosed: boolean
  /** What `close` was called with. */
  readonly closedWith: string | null
}

export interface MemoryPair {
  a: MemoryEnd
  b: MemoryEnd
  /** The connection is lost: both ends hear it, what is on its way does not arrive. */
  cut(): void
}

interface Side extends MemoryEnd {
  deliver(message: Uint8Array): void
  peerClosed(): void
}

export function memoryPair(options: MemoryChannelOptions = {}): MemoryPair {
  const a: Side = memorySide(options, () => b)
  const b: Side = memorySide(options, () => a)
  return {
    a,
    b,
    cut() {
      a.peerClosed()
      b.peerClosed()
    },
  }
}

const HIGH_WATER = 1024 * 1024

function memorySide(options: MemoryChannelOptions, peer: () => Side): Side {
  const { random, turnsMost = 0, highWater = HIGH_WATER, delayMs } = options
  const looks: ((message: Uint8Array) => void)[] = []
  const held: { message: Uint8Array; at: number }[] = []
  let events: ChannelEvents | null = null
  let onTheWay = 0
  let isPaused = false
  let isMoving = false
  let isClosed = false
  let closedWith: string | null = null

  const wait = (run: () => void): void => {
    const turns = random ? random.int(turnsMost + 1) : 0
    const step = (left: number): unknown => (left === 0 ? run() : setImmediate(step, left - 1))
    setImmediate(step, turns)
  }

  function move(): void {
    if (isMoving || isPaused || isClosed || held.length === 0) return
    isMoving = true
    const first = held[0]
    if (delayMs !== undefined && first)
      setTimeout(arrive, Math.max(0, first.at + delayMs - performance.now()))
    else wait(arrive)
  }

  /** Without chance everything that is on its way arrives together; with it, one message a turn. */
  function arrive(): void {
    isMoving = false
    const due = delayMs === undefined ? Number.POSITIVE_INFINITY : performance.now() - delayMs
    while (!isPaused && !isClosed && held[0] && held[0].at <= due) {
      const next = held.shift()
      if (!next) break
      const wasFull = onTheWay >= highWater
      onTheWay -= next.message.length
      peer().deliver(next.message)
      if (wasFull && onTheWay < highWater) events?.onWritable()
      if (random) break
    }
    move()
  }

  return {
    send(message) {
      if (isClosed) return
      for (const look of looks) look(message)
      held.push({ message, at: delayMs === undefined ? 0 : performance.now() })
      onTheWay += message.length
      move()
    },
    get writable() {
      return onTheWay < highWater
    },
    close(code) {
      if (isClosed) return
      closedWith = code
      // What was taken goes out first.
      for (const { message } of held.splice(0)) peer().deliver(message)
      isClosed = true
      peer().peerClosed()
    },
    listen(given) {
      events = given
    },
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
      move()
    },
    observe(look) {
      looks.push(look)
    },
    get onTheWay() {
      return onTheWay
    },
    get isClosed() {
      return isClosed
    },
    get closedWith() {
      return closedWith
    },
    deliver(message) {
      if (!isClosed) events?.onMessage(message)
    },
    peerClosed() {
      if (isClosed) return
      isClosed = true
      setImmediate(() => events?.onClose())
    },
  }
}
