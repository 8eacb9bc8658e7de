/**
 * What a circuit has to send, and in which order: control frames first, then DATA in turns, one frame a stream, within
 * the credit that the peer gave. A fourth of the circuit's credit is kept for streams that have little unread, a share
 * each: however many downloads stall, an event stream still moves.
 */
import { CIRCUIT_DATA_BYTES, CIRCUIT_FIRST_WINDOW_BYTES, CIRCUIT_STREAMS } from '../limits.ts'
import { CREDIT_BYTES, FRAME_HEADER_BYTES, FrameType, u32, writeFrameHeader } from './frame.ts'
import { addCredit, type Outgoing } from './outgoing.ts'
import type { Settings } from './settings.ts'

/** What the outbox knows of a stream. */
export interface Sending {
  readonly id: number
  readonly outgoing: Outgoing
  /** Its END is in a plaintext. */
  endSent(): void
}

export interface Outbox {
  /** Queues a frame other than DATA and END; `sent` is called when it is in a plaintext. */
  control(type: FrameType, stream: number, payload: Uint8Array, sent?: () => void): void
  /** Queues WINDOW; several for one stream become one. */
  credit(stream: number, bytes: number): void
  /** Queues PONG; only the last unanswered PING is answered. */
  pong(payload: Uint8Array): void
  /** Says that `stream` has bytes or an END to send. */
  ready(stream: Sending): void
  /** Takes `stream` out of the turns. */
  forget(stream: Sending): void
  /** The peer's windows; until then little is sent. */
  settled(settings: Settings): void
  /** The peer's WINDOW for the circuit. @throws AppError `protocol_error` for more than there is. */
  credited(bytes: number): void
  /** Bytes of frames that could go now, about. */
  waiting(): number
  /** Writes frames to `into`, up to `most` bytes; how many bytes. */
  fill(into: Uint8Array, most: number): number
}

interface Control {
  type: FrameType
  stream: number
  payload: Uint8Array
  sent: (() => void) | undefined
}

const RESERVE_PART = 4
/** A sliver of a frame is not worth its header; the stream's turn is first in the next plaintext. */
const LEAST_ROOM = 512

export function outbox(): Outbox {
  const controls: Control[] = []
  const credits = new Map<number, number>()
  let echo: Uint8Array | null = null
  /** Streams with something to send, in the order of their turns. */
  let turns: Sending[] = []
  const circuit = { credit: CIRCUIT_FIRST_WINDOW_BYTES, unread: 0 }
  let reserve = 0
  let share = 0
  let controlBytes = 0

  function fillControls(into: Uint8Array, most: number): number {
    let at = 0
    const put = (type: FrameType, stream: number, payload: Uint8Array): boolean => {
      if (at + FRAME_HEADER_BYTES + payload.length > most) return false
      writeFrameHeader(into, at, type, stream, payload.length)
      into.set(payload, at + FRAME_HEADER_BYTES)
      at += FRAME_HEADER_BYTES + payload.length
      return true
    }
    while (controls[0]) {
      const { type, stream, payload, sent } = controls[0]
      if (!put(type, stream, payload)) return at
      controls.shift()
      controlBytes -= FRAME_HEADER_BYTES + payload.length
      sent?.()
    }
    if (echo && put(FrameType.pong, 0, echo)) echo = null
    for (const [stream, bytes] of credits) {
      if (put(FrameType.window, stream, u32(bytes))) credits.delete(stream)
    }
    return at
  }

  /** What `stream` may send now. */
  function allowed({ outgoing }: Sending): number {
    const most = Math.min(outgoing.queued, outgoing.credit, circuit.credit, CIRCUIT_DATA_BYTES)
    const unreserved = circuit.credit - reserve
    return unreserved >= most ? most : Math.min(most, Math.max(unreserved, share - outgoing.unread, 0))
  }

  /** One turn of `stream`; the bytes written, 0 when nothing could be. */
  function turn(stream: Sending, into: Uint8Array, at: number, most: number): number {
    const { outgoing } = stream
    let used = 0
    const size = Math.min(allowed(stream), most - at - FRAME_HEADER_BYTES)
    if (size > 0) {
      outgoing.copyTo(into, at + FRAME_HEADER_BYTES, size)
      writeFrameHeader(into, at, FrameType.data, stream.id, size)
      outgoing.credit -= size
      outgoing.unread += size
      circuit.credit -= size
      used = FRAME_HEADER_BYTES + size
    }
    const whole = outgoing.state === 'ending' && outgoing.queued === 0
    if (whole && at + used + FRAME_HEADER_BYTES <= most) {
      writeFrameHeader(into, at + used, FrameType.end, stream.id, 0)
      used += FRAME_HEADER_BYTES
      outgoing.ended()
      stream.endSent()
    }
    return used
  }

  const isDone = ({ outgoing }: Sending): boolean =>
    outgoing.state === 'over' || (outgoing.state === 'open' && outgoing.queued === 0)

  /** Turns until nothing more fits or may go. A stream that had its turn goes to the end. */
  function fillTurns(into: Uint8Array, from: number, most: number): number {
    let at = from
    let idle = 0
    while (idle < turns.length && most - at >= LEAST_ROOM) {
      const stream = turns.shift()
      if (!stream) break
      const used = isDone(stream) ? 0 : turn(stream, into, at, most)
      at += used
      if (isDone(stream)) continue
      turns.push(stream)
      idle = used > 0 ? 0 : idle + 1
    }
    return at
  }

  return {
    control(type, stream, payload, sent) {
      controls.push({ type, stream, payload, sent })
      controlBytes += FRAME_HEADER_BYTES + payload.length
    },
    credit(stream, bytes) {
      credits.set(stream, (credits.get(stream) ?? 0) + bytes)
    },
    pong(payload) {
      echo = payload.slice()
    },
    ready(stream) {
      if (!turns.includes(stream)) turns.push(stream)
    },
    forget(stream) {
      turns = turns.filter((other) => other !== stream)
      credits.delete(stream.id)
    },
    settled({ circuitWindow, streams }) {
      circuit.credit += circuitWindow - CIRCUIT_FIRST_WINDOW_BYTES
      reserve = Math.floor(circuitWindow / RESERVE_PART)
      share = Math.floor(reserve / Math.min(streams, CIRCUIT_STREAMS))
    },
    credited: (bytes) => addCredit(circuit, bytes),
    waiting() {
      let bytes = controlBytes + credits.size * (FRAME_HEADER_BYTES + CREDIT_BYTES)
      if (echo) bytes += FRAME_HEADER_BYTES + echo.length
      for (const stream of turns) {
        const size = allowed(stream)
        const ends = stream.outgoing.state === 'ending' && stream.outgoing.queued === 0
        if (size > 0 || ends)
          bytes += FRAME_HEADER_BYTES + Math.min(stream.outgoing.queued, stream.outgoing.credit)
      }
      return bytes
    },
    fill(into, most) {
      const at = fillControls(into, most)
      return controls.length > 0 ? at : fillTurns(into, at, most)
    },
  }
}
