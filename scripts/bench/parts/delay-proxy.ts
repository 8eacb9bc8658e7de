/** A TCP proxy that delivers everything later, in a process of its own: `bun delay-proxy.ts PORT MS` prints its port. */
import type { Socket } from 'bun'

interface Side {
  other: Socket<Side> | null
  early: Uint8Array[]
}

export interface Delay {
  port: number
  stop(): void
}

/** `ms` each way, in front of `port`. */
export async function startDelay(port: number, ms: number): Promise<Delay> {
  const child = Bun.spawn(['bun', import.meta.path, String(port), String(ms)], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { value } = await child.stdout.getReader().read()
  return { port: Number(Buffer.from(value ?? []).toString()), stop: () => child.kill() }
}

function serve(target: number, ms: number): void {
  /** What a full socket did not take goes first the next time. */
  const backlog = new WeakMap<Socket<Side>, Uint8Array[]>()
  const flush = (socket: Socket<Side>): void => {
    const waiting = backlog.get(socket) ?? []
    while (waiting[0]) {
      const written = Math.max(0, socket.write(waiting[0]))
      if (written < waiting[0].length) {
        waiting[0] = waiting[0].subarray(written)
        return
      }
      waiting.shift()
    }
  }
  const put = (socket: Socket<Side>, bytes: Uint8Array): void => {
    const waiting = backlog.get(socket) ?? []
    backlog.set(socket, waiting)
    waiting.push(bytes)
    flush(socket)
  }
  const handlers = {
    data(socket: Socket<Side>, bytes: Uint8Array) {
      const copy = Uint8Array.from(bytes)
      setTimeout(() => {
        if (socket.data.other) put(socket.data.other, copy)
        else socket.data.early.push(copy)
      }, ms)
    },
    drain: flush,
    close: (socket: Socket<Side>) => void socket.data.other?.end(),
    error() {},
  }
  const listener = Bun.listen<Side>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      ...handlers,
      open(client) {
        client.data = { other: null, early: [] }
        void Bun.connect<Side>({
          hostname: '127.0.0.1',
          port: target,
          data: { other: client, early: [] },
          socket: {
            ...handlers,
            open(server) {
              client.data.other = server
              for (const bytes of client.data.early.splice(0)) put(server, bytes)
            },
          },
        })
      },
    },
  })
  console.log(listener.port)
}

if (import.meta.main) serve(Number(Bun.argv[2]), Number(Bun.argv[3]))
