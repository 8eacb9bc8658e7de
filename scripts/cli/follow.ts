/**
 * Reads a session's log as one sequence over any number of connections: opened again `after` the last seq when a
 * stream was cut, with no event lost or repeated.
 */
import { STREAM_PING_MS } from '../../shared/limits.ts'
import type { Clock } from '../../shared/time.ts'
import { CliError } from './cli-error.ts'
import { exitCodes } from './exit-codes.ts'
import { cliLimits } from './limits.ts'
import { pause } from './pause.ts'
import { type Item, itemOf, type LoggedEvent } from './stream-item.ts'

export interface From {
  after?: number
  tail?: number
}

/** Opens the stream once. Frames are what arrived, unchecked. */
export type OpenStream = (from: From, signal: AbortSignal) => Promise<AsyncIterable<unknown>>

export interface FollowOptions {
  open: OpenStream
  from: From
  clock: Clock
  signal: AbortSignal
  /** Said once per cut. */
  onCut(): void
}

/** Ends when `signal` aborts or the daemon says `end` for good. Throws `unreachable` past the stated limit. */
export async function* follow(options: FollowOptions): AsyncGenerator<Item, void, undefined> {
  const { clock, signal } = options
  let from = options.from
  let heardAt = clock.now()
  let wait: number = cliLimits.reconnectFirstMs
  while (!signal.aborted) {
    const trouble = yield* readOnce(options, from, (item) => {
      heardAt = clock.now()
      wait = cliLimits.reconnectFirstMs
      for (const event of eventsOf(item)) from = { after: event.seq }
    })
    if (signal.aborted || trouble === 'ended') return
    if (clock.now() - heardAt > cliLimits.reconnectMs) throw lost()
    if (wait === cliLimits.reconnectFirstMs) options.onCut()
    await pause(clock, wait, signal)
    wait = Math.min(wait * 2, cliLimits.reconnectLongestMs)
  }
}

const lost = (): CliError =>
  new CliError(
    'unreachable',
    `The daemon did not come back within ${cliLimits.reconnectMs / 1000} s; the session goes on without this view.`,
  )

/** A daemon that stops is a cut to come back from; a deleted session is not. */
const FINAL = new Set(['session_gone'])

async function* readOnce(
  options: FollowOptions,
  from: From,
  heard: (item: Item) => void,
): AsyncGenerator<Item, 'cut' | 'ended', undefined> {
  const abort = new AbortController()
  const giveUp = () => abort.abort()
  options.signal.addEventListener('abort', giveUp, { once: true })
  const silenceMs = STREAM_PING_MS * 2.5
  let silence = options.clock.after(silenceMs, giveUp)
  let seen = from.after ?? 0
  try {
    for await (const frame of await options.open(from, abort.signal)) {
      silence.cancel()
      silence = options.clock.after(silenceMs, giveUp)
      const item = itemOf(frame)
      if (!item) continue
      const fresh = withoutSeen(item, seen)
      for (const event of eventsOf(fresh)) seen = event.seq
      heard(fresh)
      yield fresh
      if (item.type === 'end' && FINAL.has(item.why)) return 'ended'
    }
    return 'cut'
  } catch (error) {
    // A connection that broke or went silent is what this loop is for; a refusal is an answer and goes to the caller.
    if (error instanceof CliError && error.exit !== exitCodes.unreachable) throw error
    return 'cut'
  } finally {
    silence.cancel()
    options.signal.removeEventListener('abort', giveUp)
    // `break` does not end a stream of Eden's, abort does.
    giveUp()
  }
}

export function eventsOf(item: Item): LoggedEvent[] {
  if (item.type === 'page') return item.events
  return item.type === 'event' ? [item.event] : []
}

function withoutSeen(item: Item, seen: number): Item {
  if (item.type === 'page') return { ...item, events: item.events.filter((event) => event.seq > seen) }
  if (item.type === 'event' && item.event.seq <= seen) return { type: 'ping' }
  return item
}
