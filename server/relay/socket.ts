/** A relay socket: what Bun's server hands to its handlers, and who is listening to it just now. */
import type { Release } from './sockets.ts'

export type Door = 'tunnel' | 'connect' | 'accept'

/** Who takes what a socket says. Replaced when the socket's part changes: a hello, then a splice. */
export interface Listener {
  text(text: string): void
  /** `bytes` is the receiver's. */
  binary(bytes: Uint8Array): void
  /** Everything that waited to be sent was sent. */
  drained(): void
  /** Called once, at the latest when our own `close` returns. */
  closed(code: number): void
}

export interface Seat {
  door: Door
  /** The `Host` it dialled. */
  host: string
  /** Its place among those that have not said who they are; null: there was none left. */
  place: Release | null
  listener: Listener | null
}

export type Socket = Bun.ServerWebSocket<Seat>

/** False: it can no longer be reached, and is closed. */
export const sendJson = (socket: Socket, message: object): boolean =>
  socket.readyState === WebSocket.OPEN && socket.sendText(JSON.stringify(message)) !== 0
