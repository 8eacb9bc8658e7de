/** A session that is open on the screen: its stream, from the foot on, and older history when the reader goes up. */
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { SessionEvent } from '../../shared/wire/event.ts'
import { type Daemon, segment } from '../api/daemon.ts'
import { unwrap } from '../api/unwrap.ts'
import { foldRows, nothingFolded, type TranscriptItem } from './fold-rows.ts'
import { type FollowDeps, followStream } from './follow-stream.ts'
import { hasOlder, newSessionView, reduceSession, type SessionView, withOlder } from './session-view.ts'
import { sessionItemOf } from './stream-item.ts'
import { appendEvents, emptyTranscript } from './transcript.ts'

export interface OpenSession {
  readonly view: ReadonlySignal<SessionView>
  /** The transcript as it is shown; items that did not change are the same objects. */
  readonly items: ReadonlySignal<readonly TranscriptItem[]>
  /** One more stretch of history above. False: there is none, or it did not come. */
  older(): Promise<boolean>
  close(): void
}

export interface OpenSessionDeps extends FollowDeps {
  daemon: Daemon
  /** The log is known up to here: what waits for its echo may go. */
  seen(session: string, last: number): void
}

export function openSession(deps: OpenSessionDeps, session: string): OpenSession {
  const view = signal<SessionView>(newSessionView)
  const closed = new AbortController()
  const at = deps.daemon.v1.sessions({ session: segment(session) })
  let shown = nothingFolded
  let reading: Promise<boolean> | null = null

  const position = () => {
    const { last } = view.peek().transcript
    return last === 0 ? { tail: String(deps.limits.tailEvents) } : { after: String(last) }
  }

  async function follow(): Promise<void> {
    const refused = await followStream(
      deps,
      {
        open: (abort) => unwrap(at.events.get({ query: position(), fetch: { signal: abort } })),
        parse: sessionItemOf,
        heard(item) {
          view.value = reduceSession(view.peek(), item)
          deps.seen(session, view.peek().transcript.last)
          return view.peek().status === 'gone' ? 'over' : 'on'
        },
        cut() {
          view.value = { ...view.peek(), status: view.peek().snapshot ? 'cut' : 'loading' }
        },
      },
      closed.signal,
    )
    if (!refused || closed.signal.aborted) return
    const { code } = refused
    view.value = { ...view.peek(), status: code === 'session_not_found' ? 'gone' : 'refused', code }
  }

  async function readOlder(): Promise<boolean> {
    const { first } = view.peek().transcript
    if (!hasOlder(view.peek())) return false
    const after = Math.max(0, first - 1 - deps.limits.olderEvents)
    const events = await historyOf(at, after, first, closed.signal)
    if (events === null || view.peek().transcript.first !== first) return false
    view.value = withOlder(view.peek(), appendEvents(emptyTranscript, events))
    return true
  }

  void follow()
  return {
    view,
    items: computed(() => {
      shown = foldRows(view.value.transcript.rows, shown)
      return shown.items
    }),
    older() {
      reading ??= readOlder().finally(() => {
        reading = null
      })
      return reading
    },
    close: () => closed.abort(),
  }
}

/** The events after `after` and before `end`, all of them; null when they did not come. */
async function historyOf(
  at: ReturnType<Daemon['v1']['sessions']>,
  after: number,
  end: number,
  signal: AbortSignal,
): Promise<SessionEvent[] | null> {
  const abort = new AbortController()
  const events: SessionEvent[] = []
  try {
    const query = { after: String(after) }
    const fetch = { signal: AbortSignal.any([signal, abort.signal]) }
    const opened = await unwrap(at.events.get({ query, fetch }))
    if (!opened.ok) return null
    for await (const frame of opened.value) {
      const item = sessionItemOf(frame)
      if (item?.type !== 'events') continue
      events.push(...item.events.filter(({ seq }) => seq < end))
      if ((item.events.at(-1)?.seq ?? 0) >= end - 1) return events
    }
    return null
  } catch {
    return null // the circuit was lost meanwhile: the reader asks again
  } finally {
    abort.abort()
  }
}
