/**
 * How a run ends: the ladder is climbed once, on END or because the agent ended by itself; then the output that is
 * still in the pipes is waited for; then the end is told.
 */
import type { Clock } from '../../shared/time.ts'
import type { KeeperLimits } from '../limits.ts'
import type { LadderStep, LeftProcess, RunEnd } from './frames.ts'
import type { InputQueue } from './input-queue.ts'
import type { OutputRelay } from './output-relay.ts'
import type { RunProcesses } from './run-processes.ts'
import type { Spool } from './spool.ts'
import type { StderrTail } from './stderr-tail.ts'

export type RunState =
  | { state: 'running' }
  /** `left`: the ladder is done, output is still waited for. */
  | { state: 'ending'; left: LeftProcess[] | undefined }
  | { state: 'ended'; end: RunEnd }

export interface RunEnding {
  state(): RunState
  /** Starts the ladder, once. */
  begin(): void
  exited(exit: Exit): void
  /** Looks whether the last output has come. */
  settle(): void
  /** Resolves when the ladder is done. */
  gone: Promise<void>
}

interface Exit {
  code: number | null
  signal: string | null
}

export interface RunEndingOptions {
  id: string
  processes: RunProcesses
  input: InputQueue
  output: OutputRelay
  stderr: StderrTail
  spool: Spool
  clock: Clock
  limits: KeeperLimits
  events: { step(id: string, step: LadderStep, pids: number): void }
  ended(): void
}

export function runEnding(options: RunEndingOptions): RunEnding {
  const { id, processes, input, output, stderr, spool, clock, limits, events, ended } = options
  const gone = Promise.withResolvers<void>()
  const exit = Promise.withResolvers<Exit>()
  let known: Exit | undefined
  let state: RunState = { state: 'running' }

  const begin = (): void => {
    if (state.state !== 'running') return
    state = { state: 'ending', left: undefined }
    void finish()
  }

  const finish = async (): Promise<void> => {
    const closeStdin = known ? {} : { closeStdin: input.close }
    const left = await processes.end({ ...closeStdin, onStep: (step, pids) => events.step(id, step, pids) })
    // Dead, but a zombie until the runtime took its exit code.
    if (processes.agentGone()) await exit.promise
    input.drop()
    state = { state: 'ending', left }
    gone.resolve()
    settle()
    drain(spool.end())
  }

  const complete = (): boolean => output.complete() && stderr.complete()

  // A process that nobody could find may hold the pipes open: the run does not wait for it once it is silent.
  const drain = (seenEnd: number): void => {
    if (complete()) return
    clock.after(limits.drainMs, () => {
      if (spool.end() === seenEnd && !output.paused()) {
        output.abandon()
        stderr.abandon()
      }
      drain(spool.end())
    })
  }

  const settle = (): void => {
    if (state.state !== 'ending' || !state.left || !complete()) return
    const { code, signal } = known ?? { code: null, signal: null }
    const end = { end: spool.end(), code, signal, stderr: stderr.report(), left: state.left }
    state = { state: 'ended', end }
    ended()
  }

  return {
    begin,
    settle,
    gone: gone.promise,
    state: () => state,
    exited(how) {
      known = how
      exit.resolve(how)
      begin()
    },
  }
}
