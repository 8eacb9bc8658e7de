/** OUTPUT frames built in one buffer that is used again and again: relaying a gigabyte makes no garbage. */
import { FrameType } from './frames.ts'

const PREFIX_BYTES = 4
const FIXED_BYTES = 3
/** `{"run":"r_…","offset":N}` is less than this. */
const HEADER_ROOM_BYTES = 256

export interface OutputFrame {
  /** Writes the header and returns where the body goes, `bodyBytes` long. */
  begin(run: string, offset: number): Uint8Array
  /** The whole frame, valid until the next `begin`. */
  finish(bodyLength: number): Uint8Array
}

export function outputFrame(bodyBytes: number): OutputFrame {
  const buffer = Buffer.alloc(PREFIX_BYTES + FIXED_BYTES + HEADER_ROOM_BYTES + bodyBytes)
  let bodyAt = 0
  return {
    begin(run, offset) {
      const headerLength = buffer.write(JSON.stringify({ run, offset }), PREFIX_BYTES + FIXED_BYTES)
      buffer.writeUInt8(FrameType.output, PREFIX_BYTES)
      buffer.writeUInt16BE(headerLength, PREFIX_BYTES + 1)
      bodyAt = PREFIX_BYTES + FIXED_BYTES + headerLength
      return buffer.subarray(bodyAt, bodyAt + bodyBytes)
    },
    finish(bodyLength) {
      buffer.writeUInt32BE(bodyAt - PREFIX_BYTES + bodyLength, 0)
      return buffer.subarray(0, bodyAt + bodyLength)
    },
  }
}
