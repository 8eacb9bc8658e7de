/**
 * Credit for what comes in. It is told when half a window was read; when the circuit's credit runs low, because some
 * streams are not read, whatever the others read is told at once: the sender keeps a share for each stream that has
 * little unread, and must know which those are.
 */
import { AppError } from '../errors.ts'
import { CIRCUIT_STREAM_WINDOW_MOST_BYTES, CIRCUIT_WINDOW_MOST_BYTES } from '../limits.ts'
import type { Clock } from '../time.ts'
import { arrived, giveCredit, isHalfRead, type ReceiveWindow, receiveWindow } from './receive-window.ts'
import type { RoundTrip } from './round-trip.ts'
import type { Settings } from './settings.ts'

export interface Inflow {
  opened(stream: number): void
  /** No more credit for `stream`: its body is whole or cut. */
  closed(stream: number): void
  /** DATA came. @throws AppError `protocol_error` when there was no credit for it. */
  arrived(stream: number, bytes: number): void
  /** Bytes were read, or dropped. */
  consumed(stream: number, bytes: number): void
}

export interface InflowDeps {
  settings: Settings
  clock: Clock
  roundTrip: RoundTrip
  /** Tells the sender; stream 0 is the circuit. */
  tell(stream: number, credit: number): void
}

const LOW_PART = 3 / 8
const SHARE_PART = 1 / 4

export function inflow({ settings, clock, roundTrip, tell }: InflowDeps): Inflow {
  const { streamWindow, circuitWindow } = settings
  const circuit = receiveWindow(circuitWindow, CIRCUIT_WINDOW_MOST_BYTES, clock.now())
  const streams = new Map<number, ReceiveWindow>()
  const low = circuitWindow * LOW_PART
  const tellLow = (circuitWindow * SHARE_PART) / settings.streams / 2
  let isLow = false

  function give(stream: number, window: ReceiveWindow): void {
    const credit = giveCredit(window, clock.now(), roundTrip.ms)
    if (credit > 0) tell(stream, credit)
  }

  function read(stream: number, window: ReceiveWindow, bytes: number): void {
    window.owed += bytes
    if (isHalfRead(window) || (isLow && window.owed >= tellLow)) give(stream, window)
  }

  function giveAll(): void {
    give(0, circuit)
    for (const [stream, window] of streams) give(stream, window)
  }

  return {
    opened(stream) {
      streams.set(stream, receiveWindow(streamWindow, CIRCUIT_STREAM_WINDOW_MOST_BYTES, clock.now()))
    },
    closed(stream) {
      streams.delete(stream)
    },
    arrived(stream, bytes) {
      const window = streams.get(stream)
      const had = arrived(circuit, bytes)
      if (!had || (window && !arrived(window, bytes)))
        throw new AppError('protocol_error', 'DATA without credit')
      const wasLow = isLow
      isLow = circuit.remaining < low
      if (isLow && !wasLow) giveAll()
    },
    consumed(stream, bytes) {
      const window = streams.get(stream)
      if (window) read(stream, window, bytes)
      read(0, circuit, bytes)
      isLow = circuit.remaining < low
    },
  }
}
