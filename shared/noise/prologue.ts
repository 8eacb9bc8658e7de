import { concat, utf8 } from '../bytes.ts'

const VERSION = utf8('fairlead/1')
const ZERO = Uint8Array.of(0)

/**
 * The prologue of a circuit's handshake: `fairlead/1 ‖ 00 ‖ issuer ‖ 00 ‖ machine id`. Both ends must mean the same
 * protocol, authority and machine, or the handshake fails.
 */
export function prologue(issuer: string, machineId: string): Uint8Array {
  for (const part of [issuer, machineId]) {
    if (part === '' || part.includes('\0')) throw new RangeError('an id is not empty and holds no zero byte')
  }
  return concat([VERSION, ZERO, utf8(issuer), ZERO, utf8(machineId)])
}
