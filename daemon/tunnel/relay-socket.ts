/** A socket to the relay. */
export const openRelaySocket = (url: string): WebSocket => new WebSocket(url)

/** Ends a socket at once. A half-open connection never finishes the closing handshake that `close` begins. */
export function dropSocket(socket: WebSocket): void {
  if (canTerminate(socket)) socket.terminate()
  else socket.close()
}

/** Bun's client has it; the type that browsers share does not say so. */
const canTerminate = (socket: WebSocket): socket is WebSocket & { terminate(): void } =>
  'terminate' in socket && typeof socket.terminate === 'function'
