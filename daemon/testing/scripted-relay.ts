/** The relay's end of a tunnel, by hand: it says what the test says, when the test says it. */
import { toBase64url } from '../../shared/token/base64url.ts'

export interface ScriptedRelay {
  url: string
  /** The next tunnel that dials; it was challenged. */
  next(): Promise<ScriptedTunnel>
  stop(): Promise<void>
}

export interface ScriptedTunnel {
  /** The next message that the daemon sent. */
  heard(): Promise<Record<string, unknown>>
  say(message: object): void
  close(code: number): void
  closed: Promise<void>
}

interface Seat {
  said: string[]
  waiting: ((text: string) => void)[]
  closed: PromiseWithResolvers<void>
}

export function scriptedRelay(): ScriptedRelay {
  const tunnels: ScriptedTunnel[] = []
  const dialled: ((tunnel: ScriptedTunnel) => void)[] = []
  const server = Bun.serve<Seat>({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request, at) {
      const data: Seat = { said: [], waiting: [], closed: Promise.withResolvers() }
      return at.upgrade(request, { data }) ? undefined : new Response(null)
    },
    websocket: {
      open(socket) {
        const tunnel = tunnelOf(socket)
        tunnel.say({ t: 'challenge', nonce: toBase64url(new Uint8Array(32).fill(1)) })
        const take = dialled.shift()
        if (take) take(tunnel)
        else tunnels.push(tunnel)
      },
      message({ data }, text) {
        const take = data.waiting.shift()
        if (take) take(String(text))
        else data.said.push(String(text))
      },
      close: ({ data }) => data.closed.resolve(),
    },
  })
  return {
    url: `ws://127.0.0.1:${server.port}`,
    next() {
      const first = tunnels.shift()
      return first ? Promise.resolve(first) : new Promise((resolve) => void dialled.push(resolve))
    },
    stop: () => server.stop(true),
  }
}

const tunnelOf = (socket: Bun.ServerWebSocket<Seat>): ScriptedTunnel => ({
  async heard() {
    const { said, waiting } = socket.data
    return JSON.parse(said.shift() ?? (await new Promise<string>((resolve) => void waiting.push(resolve))))
  },
  say: (message) => void socket.sendText(JSON.stringify(message)),
  close: (code) => socket.close(code),
  closed: socket.data.closed.promise,
})
