/**
 * How a relay socket ends: one text frame with the error envelope, then a close whose code says the same. What a side
 * ended by itself is closed with 1000.
 */
import { closeCodeOf, type RelayCode, relayCodeOf } from '../../shared/relay/close-codes.ts'
import { type Socket, sendJson } from './socket.ts'

const NORMAL = 1000

export interface Ending {
  code: RelayCode
  message: string
}

/** `null`: nothing went wrong. A socket that is closed already stays as it is. */
export function closeSocket(socket: Socket, ending: Ending | null): void {
  if (socket.readyState !== WebSocket.OPEN) return
  if (ending === null) return socket.close(NORMAL)
  sendJson(socket, { error: { code: ending.code, message: ending.message } })
  socket.close(closeCodeOf(ending.code), ending.code)
}

/** A code by its name, as a daemon gives it; null: none of ours. */
export function relayCodeNamed(name: string): RelayCode | null {
  for (let close = closeCodeOf('invalid_request'); ; close++) {
    const code = relayCodeOf(close)
    if (code === null || code === name) return code
  }
}
