/** The daemon's end of a circuit at the relay: dialled for each `open`, on the tunnel's own relay. */
import { type AcceptHello, RELAY_VERSION, Ready } from '../../shared/relay/messages.ts'
import { readControl } from '../../shared/relay/read-control.ts'
import { type SocketChannel, socketChannel } from '../../shared/relay/socket-channel.ts'
import type { Clock } from '../../shared/time.ts'
import { dropSocket } from './relay-socket.ts'

export interface AcceptDeps {
  url: string
  circuit: string
  secret: string
  clock: Clock
  openSocket(url: string): WebSocket
}

/** The spliced channel; null when the relay did not splice, or `signal` ended the wait. */
export function dialAccept(deps: AcceptDeps, signal: AbortSignal): Promise<SocketChannel | null> {
  const hello: AcceptHello = { v: RELAY_VERSION, circuit: deps.circuit, secret: deps.secret }
  const socket = deps.openSocket(deps.url)
  return new Promise((resolve) => {
    const give = (channel: SocketChannel | null): void => {
      signal.removeEventListener('abort', quit)
      resolve(channel)
    }
    const quit = (): void => {
      dropSocket(socket)
      give(null)
    }
    signal.addEventListener('abort', quit)
    socket.onopen = () => socket.send(JSON.stringify(hello))
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      // Anything but `ready` is a refusal, and its close follows.
      if (readControl(Ready, data)) give(socketChannel(socket, deps.clock))
    }
    socket.onclose = () => give(null)
    // The close that follows says the same.
    socket.onerror = () => undefined
    if (signal.aborted) quit()
  })
}
