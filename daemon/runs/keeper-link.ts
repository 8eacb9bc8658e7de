/**
 * The daemon's end of the keeper's socket: frames in, calls out. Holds no state of a run.
 */
import type { Socket } from 'bun'
import type { Clock, Timer } from '../../shared/time.ts'
import {
  encodeFrame,
  type Frame,
  FrameType,
  frameReader,
  KEEPER_GENERATION,
  type LadderStep,
  type LeftProcess,
  type RunEnd,
  type RunFacts,
} from '../keeper/frames.ts'
import { keeperLimits } from '../limits.ts'
import { socketOutbox } from './socket-outbox.ts'

export interface KeeperHandlers {
  spawned(run: string, pid: number): void
  spawnFailed(run: string, message: string): void
  output(run: string, offset: number, bytes: Uint8Array): void
  took(run: string, n: number, resend: boolean): void
  step(run: string, step: LadderStep, pids: number): void
  ended(run: string, end: RunEnd): void
  swept(run: string, ended: number, left: LeftProcess[]): void
  /** The connection is gone without our asking: the keeper died, or another daemon took our place. */
  lost(why: string): void
}

export interface KeeperLink {
  id: string
  pid: number
  startedAt: number
  /** What it held when we connected. */
  runs: RunFacts[]
  spawn(run: string, argv: string[], cwd: string, env: Record<string, string>): void
  read(run: string, from: number): void
  input(run: string, n: number, line: string): void
  ack(run: string, offset: number): void
  end(run: string): void
  mark(run: string): void
  sweep(run: string): void
  forget(run: string): void
  quit(): void
  close(): void
}

/** Null: nobody answers at this socket, or what answers is no keeper of our generation. */
export function connectKeeper(deps: {
  path: string
  pid: number
  clock: Clock
  helloMs: number
  handlers: KeeperHandlers
}): Promise<KeeperLink | null> {
  const { promise, resolve } = Promise.withResolvers<KeeperLink | null>()
  const reader = frameReader(keeperLimits.frameBytes)
  const out = socketOutbox()
  let link: KeeperLink | null = null
  let closing = false
  let why = 'the keeper closed the connection'
  let deadline: Timer | null = null
  const receive = (socket: Socket, frame: Frame): void => {
    if (frame.type === FrameType.refused) why = `the keeper refused: ${frame.header.message}`
    else if (link) dispatch(deps.handlers, frame)
    else if (frame.type === FrameType.welcome) {
      deadline?.cancel()
      const send = (type: number, header: object, body?: Uint8Array): void =>
        out.send(socket, encodeFrame(type, header, body))
      link = createLink(frame, send, () => {
        closing = true
        out.end(socket)
      })
      resolve(link)
    }
  }
  // Bun's own socket, not node's: what node's needs to be loaded is a tenth of a start.
  const connected = Bun.connect({
    unix: deps.path,
    socket: {
      open(socket) {
        deadline = deps.clock.after(deps.helloMs, () => socket.terminate())
        out.send(socket, encodeFrame(FrameType.hello, { v: KEEPER_GENERATION, pid: deps.pid }))
      },
      data(socket, chunk) {
        const frames = framesOf(reader, chunk)
        if (frames) for (const frame of frames) receive(socket, frame)
        else {
          why = 'the keeper said what is no frame'
          socket.terminate()
        }
      },
      drain: out.drain,
      // An error is always followed by close, which is where both are handled.
      error(_socket, error) {
        why = `the keeper's socket failed: ${error.message}`
      },
      close() {
        deadline?.cancel()
        if (!link) resolve(null)
        else if (!closing) deps.handlers.lost(why)
      },
    },
  })
  connected.catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error)) throw error
    resolve(null) // no socket, or nobody behind it
  })
  return promise
}

/** Null where the bytes are no frames: a stream that cannot be framed any more cannot be read on. */
function framesOf(reader: ReturnType<typeof frameReader>, chunk: Uint8Array): Frame[] | null {
  try {
    return reader.push(chunk)
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof SyntaxError || error instanceof TypeError))
      throw error
    return null
  }
}

function createLink(
  welcome: Frame,
  send: (type: number, header: object, body?: Uint8Array) => void,
  close: () => void,
): KeeperLink {
  const header = welcome.header as unknown as {
    keeper: string
    pid: number
    startedAt: number
    runs: RunFacts[]
  }
  const encoder = new TextEncoder()
  return {
    id: header.keeper,
    pid: header.pid,
    startedAt: header.startedAt,
    runs: header.runs,
    spawn: (run, argv, cwd, env) =>
      send(FrameType.spawn, { run, argv, cwd }, encoder.encode(JSON.stringify(env))),
    read: (run, from) => send(FrameType.read, { run, from }),
    input: (run, n, line) => send(FrameType.input, { run, n }, encoder.encode(line)),
    ack: (run, offset) => send(FrameType.ack, { run, offset }),
    end: (run) => send(FrameType.end, { run }),
    mark: (run) => send(FrameType.mark, { run }),
    sweep: (run) => send(FrameType.sweep, { run }),
    forget: (run) => send(FrameType.forget, { run }),
    quit: () => send(FrameType.quit, {}),
    close,
  }
}

/** The keeper is our own program, started by us from the same source: its headers are what `frames.ts` says. */
function dispatch(handlers: KeeperHandlers, frame: Frame): void {
  const header = frame.header as unknown as { run: string; pid: number; message: string; offset: number } & {
    n: number
    resend?: boolean
    step: LadderStep
    pids: number
    ended: number
    left: LeftProcess[]
  } & RunEnd
  switch (frame.type) {
    case FrameType.spawned:
      return handlers.spawned(header.run, header.pid)
    case FrameType.spawnFailed:
      return handlers.spawnFailed(header.run, header.message)
    case FrameType.output:
      return handlers.output(header.run, header.offset, frame.body)
    case FrameType.took:
      return handlers.took(header.run, header.n, header.resend === true)
    case FrameType.step:
      return handlers.step(header.run, header.step, header.pids)
    case FrameType.ended:
      return handlers.ended(header.run, header)
    case FrameType.swept:
      return handlers.swept(header.run, header.ended, header.left)
    default: // a frame of a later minor version: nothing that this one depends on
  }
}
