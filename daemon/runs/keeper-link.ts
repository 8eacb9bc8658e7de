/**
 * The daemon's end of the keeper's socket: frames in, calls out. Holds no state of a run.
 */
import { connect, type Socket } from 'node:net'
import type { Clock } from '../../shared/time.ts'
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
  return new Promise((resolve) => {
    const socket = connect({ path: deps.path })
    const reader = frameReader(keeperLimits.frameBytes)
    let link: KeeperLink | null = null
    let closing = false
    let why = 'the keeper closed the connection'
    const deadline = deps.clock.after(deps.helloMs, () => socket.destroy())
    const send = (type: number, header: object, body?: Uint8Array): void => {
      if (!socket.destroyed) socket.write(encodeFrame(type, header, body))
    }
    socket.on('connect', () => send(FrameType.hello, { v: KEEPER_GENERATION, pid: deps.pid }))
    socket.on('data', (chunk: Uint8Array) => {
      for (const frame of framesOf(reader, chunk, socket)) {
        if (frame.type === FrameType.refused) why = `the keeper refused: ${frame.header.message}`
        else if (link) dispatch(deps.handlers, frame)
        else if (frame.type === FrameType.welcome) {
          deadline.cancel()
          link = createLink(frame, send, () => {
            closing = true
            socket.end()
          })
          resolve(link)
        }
      }
    })
    // An error is always followed by close, which is where both are handled.
    socket.on('error', (error) => {
      why = `the keeper's socket failed: ${error.message}`
    })
    socket.on('close', () => {
      deadline.cancel()
      if (!link) resolve(null)
      else if (!closing) deps.handlers.lost(why)
    })
  })
}

function framesOf(reader: ReturnType<typeof frameReader>, chunk: Uint8Array, socket: Socket): Frame[] {
  try {
    return reader.push(chunk)
  } catch (error) {
    // A stream that cannot be framed any more cannot be read on; closing it makes the caller reattach.
    if (!(error instanceof RangeError || error instanceof SyntaxError || error instanceof TypeError))
      throw error
    socket.destroy(error)
    return []
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
