/**
 * What a connection carried, as whoever relays it can read it: HTTP as it is, WebSocket frames without their masks, which
 * hide nothing from anybody (RFC 6455, section 5.3).
 */
import { concat } from '../../../shared/bytes.ts'
import type { Recording } from './recorder.ts'

export function seenIn({ toServer, toClient }: Recording): Uint8Array[] {
  return [readable(concat(toServer)), readable(concat(toClient))]
}

/** Which of the words are somewhere in these bytes. */
export const foundIn = (all: readonly Uint8Array[], words: Readonly<Record<string, string>>): string[] =>
  Object.entries(words)
    .filter(([, word]) =>
      all.some((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(word)),
    )
    .map(([what]) => what)

const HEAD_END = Buffer.from('\r\n\r\n')
const UPGRADE = /^(?:upgrade: websocket|HTTP\/1\.1 101 )/im

function readable(bytes: Uint8Array): Uint8Array {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(HEAD_END)
  const head = new TextDecoder().decode(bytes.subarray(0, Math.max(0, end)))
  if (end < 0 || !UPGRADE.test(head)) return bytes
  const from = end + HEAD_END.length
  return concat([bytes.subarray(0, from), ...payloads(bytes.subarray(from))])
}

function* payloads(bytes: Uint8Array): Generator<Uint8Array> {
  let at = 0
  while (at + 2 <= bytes.length) {
    const frame = frameAt(bytes, at)
    if (!frame) return // cut off with the connection
    yield frame.payload
    at = frame.next
  }
}

function frameAt(bytes: Uint8Array, start: number): { payload: Uint8Array; next: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const second = bytes[start + 1] ?? 0
  const isMasked = (second & 0x80) !== 0
  let at = start + 2
  let length = second & 0x7f
  if (length === 126) {
    if (at + 2 > bytes.length) return null
    length = view.getUint16(at)
    at += 2
  } else if (length === 127) {
    if (at + 8 > bytes.length) return null
    length = Number(view.getBigUint64(at))
    at += 8
  }
  const mask = isMasked ? bytes.subarray(at, at + 4) : null
  if (mask) at += 4
  if (at + length > bytes.length) return null
  const payload = bytes.slice(at, at + length)
  if (mask) for (let n = 0; n < length; n++) payload[n] = (payload[n] ?? 0) ^ (mask[n % 4] ?? 0)
  return { payload, next: at + length }
}
