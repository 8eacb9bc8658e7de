/** One life of one agent process: its pipes, its numbered input, its spool, and its end. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { fromUtf8, tailUtf8 } from '../../shared/bytes.ts'
import type { Clock } from '../../shared/time.ts'
import type { KeeperLimits } from '../limits.ts'
import type { LadderStep, RunEnd, RunFacts } from './frames.ts'
import { inputQueue, type Taken } from './input-queue.ts'
import { relayOutput } from './output-relay.ts'
import type { RunProcesses } from './run-processes.ts'
import type { Spool } from './spool.ts'
import { tailOf } from './tail.ts'

const STDERR_REPORT_BYTES = 4 * 1024

export interface RunEvents {
  output(run: Run, offset: number, bytes: Uint8Array): void
  /** There is room again for input that was not taken. */
  room(run: Run): void
  step(run: Run, step: LadderStep, pids: number): void
  ended(run: Run): void
}

export interface Run {
  id: string
  pid: number
  spool: Spool
  facts(): RunFacts
  lastIn(): number
  input(n: number, line: Uint8Array): Taken
  /** `false`: beyond the end. */
  ack(offset: number): boolean
  /** Starts the kill ladder, once. */
  end(): void
  /** What is known of the end once it is over. */
  ended(): RunEnd | undefined
  /** Resolves when the ladder is done, whether or not the daemon took the output. */
  gone: Promise<void>
  /** Output that had no room tries again. */
  tick(): void
}

export interface RunOptions {
  id: string
  pid: number
  child: ChildProcessWithoutNullStreams
  processes: RunProcesses
  spool: Spool
  clock: Clock
  limits: KeeperLimits
  /** Told of every byte that passes. */
  passed(bytes: number): void
  events: RunEvents
}

type State =
  | { state: 'running' }
  | { state: 'ending'; left: RunEnd['left'] | undefined }
  | { state: 'ended'; end: RunEnd }

export function superviseRun(options: RunOptions): Run {
  const { id, pid, child, processes, spool, clock, limits, passed, events } = options
  const startedAt = clock.now()
  const stderr = tailOf(limits.stderrTailBytes)
  const input = inputQueue(child.stdin, limits.stdinQueueBytes, () => events.room(run))
  const gone = Promise.withResolvers<void>()
  const exited = Promise.withResolvers<void>()
  let state: State = { state: 'running' }
  let stderrOpen = true
  let exit: { code: number | null; signal: string | null } | undefined

  const output = relayOutput(child.stdout, spool, {
    stored: (offset, bytes) => events.output(run, offset, bytes),
    complete: () => settle(),
  })
  child.stdout.on('data', (bytes: Uint8Array) => passed(bytes.length))
  child.stderr.on('data', (bytes: Uint8Array) => {
    passed(bytes.length)
    stderr.push(bytes)
  })
  child.stderr.on('error', ignoreBrokenPipe)
  child.stderr.on('close', () => {
    stderrOpen = false
    settle()
  })
  child.stdin.on('error', ignoreBrokenPipe)
  child.on('exit', (code, signal) => {
    exit = { code, signal }
    exited.resolve()
    begin()
  })

  const begin = (): void => {
    if (state.state !== 'running') return
    state = { state: 'ending', left: undefined }
    void finish(exit ? {} : { closeStdin: input.close })
  }

  const finish = async (firstRung: { closeStdin?: () => void }): Promise<void> => {
    const left = await processes.end({ ...firstRung, onStep: (step, pids) => events.step(run, step, pids) })
    // Dead, but a zombie until the runtime took its exit code.
    if (processes.agentGone()) await exited.promise
    input.drop()
    state = { state: 'ending', left }
    gone.resolve()
    settle()
    drain(spool.end())
  }

  const complete = (): boolean => output.complete() && !stderrOpen

  // A process that nobody could find may hold the pipes open: the run does not wait for it once it is silent.
  const drain = (seenEnd: number): void => {
    if (complete()) return
    clock.after(limits.drainMs, () => {
      if (spool.end() === seenEnd && !output.paused()) {
        output.abandon()
        child.stderr.destroy()
      }
      drain(spool.end())
    })
  }

  const settle = (): void => {
    if (state.state !== 'ending' || !state.left || !complete()) return
    const end = spool.end()
    const { code, signal } = exit ?? { code: null, signal: null }
    const report = tailUtf8(fromUtf8(stderr.bytes()), STDERR_REPORT_BYTES)
    state = { state: 'ended', end: { end, code, signal, stderr: report, left: state.left } }
    events.ended(run)
  }

  const run: Run = {
    id,
    pid,
    spool,
    gone: gone.promise,
    lastIn: input.lastIn,
    input: (n, line) => (state.state === 'running' ? input.take(n, line) : 'closed'),
    ack(offset) {
      const known = spool.ack(offset)
      output.resume()
      return known
    },
    end: begin,
    ended: () => (state.state === 'ended' ? state.end : undefined),
    tick: output.resume,
    facts: () => ({
      run: id,
      pid,
      startedAt,
      lastIn: input.lastIn(),
      acked: spool.acked(),
      end: spool.end(),
      state: state.state,
    }),
  }
  return run
}

/** An agent that closed one of its pipes is told from its exit. */
function ignoreBrokenPipe(): void {}
