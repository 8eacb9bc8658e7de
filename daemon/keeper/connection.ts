/** One attached daemon: its frames in, and what the runs tell it. */
import type { KeeperLimits } from '../limits.ts'
import { encodeFrame, type Frame, FrameType } from './frames.ts'
import { argvOf, countOf, environmentOf, runOf, textOf } from './header.ts'
import type { Outbox } from './outbox.ts'
import type { OutputFrame } from './output-frame.ts'
import { readers } from './readers.ts'
import type { RunEvents } from './run.ts'
import type { HeldRun, Runs } from './runs.ts'

export interface Connection {
  /** `false`: not a frame that a daemon may send here. */
  receive(frame: Frame): boolean
  events: RunEvents
  /** The socket takes bytes again. */
  drain(): void
  /** All output was sent and the end of each run told. */
  settled(): boolean
}

export interface ConnectionOptions {
  out: Outbox
  frame: OutputFrame
  runs: Runs
  limits: KeeperLimits
  /** Where runs started here send their events: to whichever daemon is attached then. */
  events: RunEvents
  quit(why: string): void
}

export function daemonConnection({ out, frame, runs, limits, events, quit }: ConnectionOptions): Connection {
  const reading = readers(out, frame, limits.chunkBytes)
  const endAsked = new Set<string>()
  const send = (type: number, header: object): void => out.send(encodeFrame(type, header))

  const spawn = ({ header, body }: Frame): boolean => {
    const run = runOf(header)
    const argv = argvOf(header)
    const cwd = textOf(header, 'cwd')
    const env = environmentOf(body)
    if (!run || !argv || !cwd || !env) return false
    const spawned = runs.spawn({ run, argv, cwd, env }, events)
    if (spawned.kind === 'held') send(FrameType.spawned, { run, pid: spawned.run.pid })
    else void spawned.message.then((message) => send(FrameType.spawnFailed, { run, message }))
    return true
  }

  const input = (run: HeldRun, { header, body }: Frame): boolean => {
    const n = countOf(header, 'n')
    if (n === undefined || n === 0) return false
    const taken = run.input(n, body)
    if (taken === 'taken' || taken === 'known') send(FrameType.took, { run: run.id, n: run.lastIn() })
    return taken !== 'gap'
  }

  const end = (run: HeldRun): void => {
    endAsked.add(run.id)
    run.end()
    // Already over: nothing else would tell this daemon.
    if (run.ended()) reading.ended(run, true)
  }

  const sweep = (run: HeldRun): void => {
    void run.processes.sweep().then((swept) => send(FrameType.swept, { run: run.id, ...swept }))
  }

  const read = (run: HeldRun, header: Frame['header']): boolean => {
    const from = countOf(header, 'from')
    if (from === undefined || from > run.spool.end()) return false
    reading.open(run, from)
    return true
  }

  const ack = (run: HeldRun, header: Frame['header']): boolean => {
    const offset = countOf(header, 'offset')
    return offset !== undefined && run.ack(offset)
  }

  const forget = (run: HeldRun): void => {
    if (!run.ended()) return
    reading.close(run.id)
    endAsked.delete(run.id)
    runs.forget(run.id)
  }

  return {
    settled: () => out.clear() && reading.settled(),
    drain() {
      out.drain()
      if (out.clear()) reading.pump()
    },
    receive(received) {
      const { type, header } = received
      if (type === FrameType.spawn) return spawn(received)
      if (type === FrameType.quit) {
        quit('the daemon asked for it')
        return true
      }
      const id = runOf(header)
      if (!id || !isAboutRun(type)) return false
      const run = runs.get(id)
      // Forgotten while this frame was on its way.
      if (!run) return true
      switch (type) {
        case FrameType.read:
          return read(run, header)
        case FrameType.input:
          return input(run, received)
        case FrameType.ack:
          return ack(run, header)
        case FrameType.end:
          end(run)
          return true
        case FrameType.mark:
          run.processes.mark()
          return true
        case FrameType.sweep:
          sweep(run)
          return true
        case FrameType.forget:
          forget(run)
          return true
        default:
          return false
      }
    },
    events: {
      output: reading.output,
      room: (run) => send(FrameType.took, { run: run.id, n: run.lastIn(), resend: true }),
      step: (run, step, pids) => send(FrameType.step, { run, step, pids }),
      ended: (run) => reading.ended(run, endAsked.has(run.id)),
    },
  }
}

const isAboutRun = (type: number): boolean => type >= FrameType.read && type <= FrameType.forget
