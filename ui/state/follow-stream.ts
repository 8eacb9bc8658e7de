/** Reads one stream of a machine for as long as it is wanted: opened again whenever it was cut. */
import type { AppError, Result } from '../../shared/errors.ts'
import type { Random } from '../../shared/ids.ts'
import { STREAM_PING_MS } from '../../shared/limits.ts'
import type { Clock } from '../../shared/time.ts'
import { backoff } from '../api/backoff.ts'
import type { Circuit } from '../api/circuit.ts'
import { isPassing } from '../api/circuit-state.ts'
import type { UiLimits } from '../limits.ts'
import { pause, until } from './pause.ts'

export interface FollowDeps {
  circuit: Pick<Circuit, 'state'>
  clock: Clock
  random: Random
  limits: UiLimits
}

export interface Stream<I> {
  /** Opens it from where the reader is now. */
  open(signal: AbortSignal): Promise<Result<AsyncIterable<unknown>>>
  /** Null for what the reader passes over. */
  parse(frame: unknown): I | null
  /** `over`: there is nothing more to come. */
  heard(item: I): 'on' | 'over'
  /** What was shown may be behind now. */
  cut(): void
}

/** Resolves when `signal` aborts, the stream is over (null), or it was refused for a reason that time does not cure. */
export async function followStream<I>(
  deps: FollowDeps,
  stream: Stream<I>,
  signal: AbortSignal,
): Promise<AppError | null> {
  const { circuit, clock, limits } = deps
  let failures = 0
  while (!signal.aborted) {
    await until(circuit.state, ({ is }) => is === 'connected', signal)
    if (signal.aborted) return null
    const outcome = await readOnce(clock, stream, signal, () => {
      failures = 0
    })
    if (outcome.is === 'over') return null
    if (outcome.is === 'refused' && !isPassing(outcome.error.code)) return outcome.error
    if (signal.aborted) return null
    stream.cut()
    failures++
    await pause(clock, backoff(deps.random, failures, limits.streamAgainMs, limits.streamAgainMostMs), signal)
  }
  return null
}

type Outcome = { is: 'over' } | { is: 'cut' } | { is: 'refused'; error: AppError }

async function readOnce<I>(
  clock: Clock,
  stream: Stream<I>,
  signal: AbortSignal,
  alive: () => void,
): Promise<Outcome> {
  // `break` does not end a stream of Eden's, abort does.
  const abort = new AbortController()
  const giveUp = (): void => abort.abort()
  signal.addEventListener('abort', giveUp, { once: true })
  const silenceMs = STREAM_PING_MS * 2.5
  let silence = clock.after(silenceMs, giveUp)
  try {
    const opened = await stream.open(abort.signal)
    if (!opened.ok) return { is: 'refused', error: opened.error }
    for await (const frame of opened.value) {
      if (abort.signal.aborted) break
      silence.cancel()
      silence = clock.after(silenceMs, giveUp)
      alive()
      const item = stream.parse(frame)
      if (item !== null && stream.heard(item) === 'over') return { is: 'over' }
    }
    return { is: 'cut' }
  } catch {
    return { is: 'cut' } // a body that broke, or our own abort: what this loop is for
  } finally {
    silence.cancel()
    signal.removeEventListener('abort', giveUp)
    giveUp()
  }
}
