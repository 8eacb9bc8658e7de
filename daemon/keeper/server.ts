/** The keeper's socket. One daemon at a time: a newer HELLO displaces the older connection. */
import { rmSync } from 'node:fs'
import type { Socket } from 'bun'
import type { Clock } from '../../shared/time.ts'
import type { KeeperLimits } from '../limits.ts'
import { type Connection, daemonConnection } from './connection.ts'
import { fileIdentity } from './file-identity.ts'
import { encodeFrame, type Frame, FrameType, frameReader, KEEPER_GENERATION } from './frames.ts'
import { type Outbox, outbox } from './outbox.ts'
import { outputFrame } from './output-frame.ts'
import type { RunEvents } from './run.ts'
import type { Runs } from './runs.ts'

export interface Server {
  attached(): boolean
  /** The socket is no longer where a daemon looks for it. */
  moved(): boolean
  /** Nothing is left to tell the daemon, or there is none. */
  settled(): boolean
  /** Since when no daemon is attached. */
  detachedAt(): number
  /** Removes the socket, unless another keeper put its own there. */
  stop(): void
}

export interface ServerOptions {
  path: string
  keeper: string
  pid: number
  runs: Runs
  clock: Clock
  limits: KeeperLimits
  /** Told of every byte that passes. */
  passed(bytes: number): void
  quit(why: string): void
}

interface Peer {
  reader: ReturnType<typeof frameReader>
  out: Outbox
  connection: Connection | undefined
}

type Refusal = 'version' | 'displaced' | 'bad_frame'

export function serve(options: ServerOptions): Server {
  const { path, keeper, pid, runs, clock, limits, passed, quit } = options
  const startedAt = clock.now()
  const frame = outputFrame(limits.chunkBytes)
  let current: Socket<Peer> | undefined
  let detachedAt = startedAt

  const events: RunEvents = {
    output: (run, offset, bytes) => current?.data.connection?.events.output(run, offset, bytes),
    room: (run) => current?.data.connection?.events.room(run),
    step: (run, step, pids) => current?.data.connection?.events.step(run, step, pids),
    ended: (run) => current?.data.connection?.events.ended(run),
  }

  const detach = (socket: Socket<Peer>): void => {
    socket.data.connection = undefined
    if (socket !== current) return
    current = undefined
    detachedAt = clock.now()
  }

  const refuse = (socket: Socket<Peer>, code: Refusal, message: string): void => {
    detach(socket)
    socket.data.out.send(encodeFrame(FrameType.refused, { code, message }))
    socket.end()
  }

  const hello = (socket: Socket<Peer>, { type, header }: Frame): void => {
    if (type !== FrameType.hello) refuse(socket, 'bad_frame', 'The first frame is not HELLO.')
    else if (header.v === KEEPER_GENERATION) attach(socket)
    else refuse(socket, 'version', `This keeper speaks generation ${KEEPER_GENERATION}.`)
  }

  const attach = (socket: Socket<Peer>): void => {
    if (current) refuse(current, 'displaced', 'A newer daemon attached.')
    const { out } = socket.data
    socket.data.connection = daemonConnection({ out, frame, runs, limits, events, quit })
    current = socket
    const facts = runs.all().map((run) => run.facts())
    out.send(encodeFrame(FrameType.welcome, { v: KEEPER_GENERATION, keeper, pid, startedAt, runs: facts }))
  }

  const receive = (socket: Socket<Peer>, received: Frame): void => {
    const { connection } = socket.data
    if (!connection) hello(socket, received)
    else if (!connection.receive(received)) {
      refuse(socket, 'bad_frame', `A frame of type ${received.type} makes no sense here.`)
    }
  }

  rmSync(path, { force: true })
  // Nobody else may connect, from the first moment; agents get back what the keeper was started with.
  const umask = process.umask(0o177)
  Bun.listen<Peer>({
    unix: path,
    socket: {
      open(socket) {
        const sink = {
          write: (bytes: Uint8Array) => socket.write(bytes),
          terminate: () => socket.terminate(),
        }
        const out = outbox(sink, limits.sendQueueBytes)
        socket.data = { reader: frameReader(limits.frameBytes), out, connection: undefined }
        clock.after(limits.helloMs, () => {
          if (!socket.data.connection) socket.end()
        })
      },
      data(socket, chunk) {
        passed(chunk.length)
        const frames = framesOf(socket.data.reader, chunk)
        if (!frames) return refuse(socket, 'bad_frame', 'The bytes are no frame.')
        for (const received of frames) {
          if (socket.readyState < 1) return
          receive(socket, received)
        }
      },
      drain(socket) {
        const { connection, out } = socket.data
        if (connection) connection.drain()
        else out.drain()
      },
      close: detach,
      // A reset by the peer is a close, which follows.
      error() {},
    },
  })
  process.umask(umask)
  const identity = fileIdentity(path)
  const moved = (): boolean => {
    const now = fileIdentity(path)
    return now !== undefined && now !== identity
  }

  return {
    attached: () => current !== undefined,
    moved,
    settled: () => current?.data.connection?.settled() ?? true,
    detachedAt: () => detachedAt,
    stop() {
      if (!moved()) rmSync(path, { force: true })
    },
  }
}

function framesOf(reader: Peer['reader'], chunk: Uint8Array): Frame[] | undefined {
  try {
    return reader.push(chunk)
  } catch (error) {
    // What `frameReader` throws for hostile lengths and headers that are no JSON object.
    if (error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError)
      return undefined
    throw error
  }
}
