/** One life of one agent process: its pipes, its numbered input and its spool. How it ends is in `run-ending.ts`. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import type { Clock } from '../../shared/time.ts'
import type { KeeperLimits } from '../limits.ts'
import type { LadderStep, RunEnd, RunFacts } from './frames.ts'
import { inputQueue, type Taken } from './input-queue.ts'
import { relayOutput } from './output-relay.ts'
import { runEnding } from './run-ending.ts'
import type { RunProcesses } from './run-processes.ts'
import type { Spool } from './spool.ts'
import { tailStderr } from './stderr-tail.ts'

export interface RunEvents {
  output(run: Run, offset: number, bytes: Uint8Array): void
  /** There is room again for input that was not taken. */
  room(run: Run): void
  step(id: string, step: LadderStep, pids: number): void
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

export function superviseRun(options: RunOptions): Run {
  const { id, pid, child, spool, clock, limits, passed, events } = options
  const startedAt = clock.now()
  const input = inputQueue(child.stdin, limits.stdinQueueBytes, () => events.room(run))
  // An agent that closed its stdin is told from its exit.
  child.stdin.on('error', () => {})
  const stderr = tailStderr(child.stderr, limits.stderrTailBytes, () => ending.settle())
  const output = relayOutput(child.stdout, spool, {
    stored: (offset, bytes) => events.output(run, offset, bytes),
    complete: () => ending.settle(),
  })
  for (const pipe of [child.stdout, child.stderr]) {
    pipe.on('data', (bytes: Uint8Array) => passed(bytes.length))
  }
  const ending = runEnding({ ...options, input, output, stderr, ended: () => events.ended(run) })

  const run: Run = {
    id,
    pid,
    spool,
    gone: ending.gone,
    lastIn: input.lastIn,
    input: (n, line) => (ending.state().state === 'running' ? input.take(n, line) : 'closed'),
    ack(offset) {
      const known = spool.ack(offset)
      output.resume()
      return known
    },
    end: ending.begin,
    ended() {
      const state = ending.state()
      return state.state === 'ended' ? state.end : undefined
    },
    tick: output.resume,
    facts: () => ({
      run: id,
      pid,
      startedAt,
      lastIn: input.lastIn(),
      acked: spool.acked(),
      end: spool.end(),
      state: ending.state().state,
    }),
  }
  child.on('exit', (code, signal) => ending.exited({ code, signal }))
  return run
}
