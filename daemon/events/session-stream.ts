import { PAGE_BYTES, STREAM_PING_MS } from '../../shared/limits.ts'
import type { Clock } from '../../shared/time.ts'
import type { Session } from '../../shared/wire/session.ts'
import type { StreamItem } from '../../shared/wire/stream.ts'
import { type Frame, frame, jsonFrame } from './frame.ts'
import { createBell, type Hub } from './hub.ts'
import type { EventStore } from './store.ts'

export interface StreamDeps {
  events: EventStore
  hub: Hub
  clock: Clock
  snapshot(session: string): Session | null
  /** Aborts when the daemon goes away: every reader is told. */
  closing: AbortSignal
}

const ROWS_AT_ONCE = 500

/**
 * A reader's view of one session: a cursor into the log. It holds one page at most, whatever the session does and
 * however slow the reader is.
 */
export async function* sessionStream(
  deps: StreamDeps,
  session: string,
  from: { after: number } | { tail: number },
  signal: AbortSignal,
): AsyncGenerator<Frame<StreamItem>, void> {
  const first = deps.snapshot(session)
  if (!first) return yield frame<StreamItem>({ type: 'end', why: 'session_gone' })
  const bell = createBell(deps.clock.after)
  const unsubscribe = deps.hub.subscribe(session, bell.ring)
  const over = AbortSignal.any([signal, deps.closing])
  try {
    let cursor = 'after' in from ? from.after : Math.max(0, first.lastSeq - from.tail)
    let shown = shape(first)
    yield frame<StreamItem>({ type: 'hello', first: 1, last: first.lastSeq, snapshot: first })
    for (let live = false; ; live = true) {
      for (;;) {
        const page = readPage(deps.events, session, cursor)
        if (over.aborted || (live && page.rows.length === 0)) break
        cursor = page.rows.at(-1)?.seq ?? cursor
        if (live && page.rows.length < ROWS_AT_ONCE) {
          for (const row of page.rows) yield jsonFrame(`{"type":"event","event":${row.json}}`, row.seq)
        } else yield jsonFrame(pageJson(page), cursor)
        if (!page.more) break
      }
      const now = deps.snapshot(session)
      if (!now) return yield frame<StreamItem>({ type: 'end', why: 'session_gone' })
      const next = shape(now)
      if (next !== shown) {
        shown = next
        yield frame<StreamItem>({ type: 'snapshot', snapshot: now })
      }
      const why = await bell.wait(STREAM_PING_MS, over)
      if (why === 'timeout') yield frame<StreamItem>({ type: 'ping' })
      if (why !== 'aborted') continue
      if (!signal.aborted) yield frame<StreamItem>({ type: 'end', why: 'daemon_stopping' })
      return
    }
  } finally {
    unsubscribe()
  }
}

interface Page {
  rows: { seq: number; json: string }[]
  more: boolean
}

function readPage(events: EventStore, session: string, after: number): Page {
  const rows = events.after(session, after, ROWS_AT_ONCE)
  let bytes = 0
  let fit = 0
  for (const row of rows) {
    bytes += row.json.length * 3 // as many bytes as the text can have
    if (fit > 0 && bytes > PAGE_BYTES) break
    fit++
  }
  return { rows: rows.slice(0, fit), more: fit < rows.length || rows.length === ROWS_AT_ONCE }
}

const pageJson = (page: Page): string =>
  `{"type":"page","events":[${page.rows.map((row) => row.json).join(',')}],"more":${page.more}}`

/** What of a snapshot is news beyond the events themselves. */
const shape = (snapshot: Session): string => JSON.stringify({ ...snapshot, lastSeq: 0, updatedAt: 0 })
