/** A TCP proxy that keeps every byte that passed, each way of each connection by itself. */
import type { Socket } from 'bun'

export interface Recording {
  toServer: Uint8Array[]
  toClient: Uint8Array[]
}

export interface Recorder {
  port: number
  recordings: Recording[]
  /** Where new connections go. */
  connectTo(port: number): void
  stop(): void
}

interface Passage {
  recording: Recording
  other: Socket<Passage> | null
  /** What came before the other side was there, or while it had no room. */
  waiting: Uint8Array[]
}

/** Delivers in order what the other side takes; the rest waits for its drain. */
function pass(from: Socket<Passage>): void {
  const { other, waiting } = from.data
  while (other && waiting[0]) {
    const written = other.write(waiting[0])
    if (written < waiting[0].length) {
      waiting[0] = waiting[0].subarray(Math.max(0, written))
      from.pause()
      return
    }
    waiting.shift()
  }
  from.resume()
}

const passage = (side: 'toServer' | 'toClient') => ({
  data(socket: Socket<Passage>, bytes: Uint8Array) {
    const copy = Uint8Array.from(bytes)
    socket.data.recording[side].push(copy)
    socket.data.waiting.push(copy)
    pass(socket)
  },
  drain(socket: Socket<Passage>) {
    if (socket.data.other) pass(socket.data.other)
  },
  close(socket: Socket<Passage>) {
    socket.data.other?.end()
  },
  error() {},
})

export function startRecorder(): Recorder {
  let target = 0
  const recordings: Recording[] = []
  const listener = Bun.listen<Passage>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      ...passage('toServer'),
      open(client) {
        const recording = { toServer: [], toClient: [] }
        recordings.push(recording)
        client.data = { recording, other: null, waiting: [] }
        void Bun.connect<Passage>({
          hostname: '127.0.0.1',
          port: target,
          data: { recording, other: client, waiting: [] },
          socket: {
            ...passage('toClient'),
            open(server) {
              client.data.other = server
              pass(client)
            },
            connectError: () => void client.end(),
          },
        }).catch(() => client.end()) // nobody listens there now: the client is told the same
      },
    },
  })
  return {
    port: listener.port,
    recordings,
    connectTo(port) {
      target = port
    },
    stop: () => listener.stop(true),
  }
}
