/**
 * How a relay socket ends: one text frame with the error envelope, then a close whose code says the same. What a side
 * ended by itself is closed with 1000.
 */
import { closeCodeOf, type RelayCode } from '../../shared/relay/close-codes.ts'
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
