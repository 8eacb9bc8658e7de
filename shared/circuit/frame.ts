/**
 * The frames of a circuit, version 1: HTTP requests and their answers, many at once, over one sealed connection. The
 * device is the initiator and opens every stream; the machine accepts.
 *
 *   type u8 | length u24 BE | stream u32 BE | payload: length bytes
 *
 * One plaintext holds whole frames and then padding (padding.ts); none spans two plaintexts.
 *
 *   device                                    machine
 *   SETTINGS 0 ─────────────────────────────▶          each side's first frame, sent without waiting
 *   RENEW 0 (capability) ───────────────────▶          nothing is answered before one is accepted, here or in an admission
 *            ◀───────────────────────────── SETTINGS 0
 *   REQUEST 1 (head) · DATA 1 … END 1 ──────▶
 *   REQUEST 3 (head) · END 3 ───────────────▶
 *            ◀───────────────────────────── RESPONSE 3 (head) · DATA 3 … END 3     may come before END 1
 *   WINDOW 3 (credit) ──────────────────────▶          so much was read: the machine may send as much again
 *            ◀───────────────────────────── WINDOW 0 (credit)                      the same for the whole circuit
 *   RESET 3 (reason) ───────────────────────▶          both directions of the stream are over, nothing is whole
 *   PING 0 ─────────────────────────────────▶
 *            ◀───────────────────────────── PONG 0
 *   REKEY 0 ────────────────────────────────▶          the last frame under the old key
 *            ◀───────────────────────────── GOAWAY 0 (reason)                      no new streams
 *
 * A type that is not here is a protocol error: newer ones are sent only to peers whose SETTINGS announce them.
 */
export const CIRCUIT_VERSION = 1

export const FrameType = {
  /** Not a frame: this byte and the rest of the plaintext say nothing. */
  padding: 0,
  /** stream 0 · JSON {v, streamWindow, circuitWindow, streams}, bytes and counts. First, once. */
  settings: 1,
  /** stream odd, rising · request head, JSON {method, path, headers}, at most 16 KiB. Opens the stream. */
  request: 2,
  /** stream · answer head, JSON {status, headers}, at most 16 KiB. Once, before the answer's DATA. */
  response: 3,
  /** stream · 1 byte or more of a body. The only frame that takes credit, of its stream and of the circuit. */
  data: 4,
  /** stream · empty. The sender's body is whole. */
  end: 5,
  /** stream · JSON {code, message}, at most 1 KiB. Both bodies are cut. */
  reset: 6,
  /** stream, or 0 for the circuit · credit u32 BE, 1 or more: that many more bytes of DATA may come. */
  window: 7,
  /** stream 0 · 8 bytes, echoed by PONG. Of several unanswered ones only the last need be. */
  ping: 8,
  /** stream 0 · the 8 bytes of a PING. */
  pong: 9,
  /** stream 0 · a capability, ASCII, at most 8 KiB. From the device: first of all, and again before it expires. */
  renew: 10,
  /** stream 0 · empty. Last frame of its plaintext; the sender's next message is under its next key. */
  rekey: 11,
  /** stream 0 · JSON {code, message}, at most 1 KiB. No new streams; those that are open may finish. */
  goaway: 12,
} as const

export type FrameType = (typeof FrameType)[keyof typeof FrameType]

export const FRAME_HEADER_BYTES = 8
export const PING_BYTES = 8
export const CREDIT_BYTES = 4

const KNOWN = new Map<number, FrameType>(Object.values(FrameType).map((type) => [type, type]))

export interface Frame {
  type: FrameType
  stream: number
  /** A view of the plaintext: copy what is kept. */
  payload: Uint8Array
}

/** Writes the eight bytes before a payload of `length` bytes. */
export function writeFrameHeader(
  into: Uint8Array,
  at: number,
  type: FrameType,
  stream: number,
  length: number,
): void {
  into[at] = type
  into[at + 1] = length >>> 16
  into[at + 2] = length >>> 8
  into[at + 3] = length
  into[at + 4] = stream >>> 24
  into[at + 5] = stream >>> 16
  into[at + 6] = stream >>> 8
  into[at + 7] = stream
}

/**
 * The frame at `at` of a plaintext; `end` when only padding follows; `bad` for a type nobody knows or a frame that
 * reaches past the plaintext.
 */
export function frameAt(plaintext: Uint8Array, at: number): Frame | 'end' | 'bad' {
  if (at >= plaintext.length || plaintext[at] === FrameType.padding) return 'end'
  const type = KNOWN.get(byteAt(plaintext, at))
  const from = at + FRAME_HEADER_BYTES
  if (type === undefined || from > plaintext.length) return 'bad'
  const length = u32At(plaintext, at) & 0xff_ffff
  if (from + length > plaintext.length) return 'bad'
  return { type, stream: u32At(plaintext, at + 4), payload: plaintext.subarray(from, from + length) }
}

/** Big-endian; the four bytes must be there. */
export const u32At = (bytes: Uint8Array, at: number): number =>
  ((byteAt(bytes, at) << 24) |
    (byteAt(bytes, at + 1) << 16) |
    (byteAt(bytes, at + 2) << 8) |
    byteAt(bytes, at + 3)) >>>
  0

export const u32 = (value: number): Uint8Array =>
  Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff)

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]
  if (byte === undefined) throw new RangeError(`no byte at ${at} of ${bytes.length}`)
  return byte
}
