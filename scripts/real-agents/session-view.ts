/** One session as a client sees it: its log so far and its snapshot, over any number of daemons. */
import { systemClock } from '../../shared/time.ts'
import type { SessionEvent } from '../../shared/wire/event.ts'
import type { Session } from '../../shared/wire/session.ts'
import type { Daemon } from '../cli/client.ts'
import { eventsOf, follow } from '../cli/follow.ts'
import { openEvents } from '../cli/open-events.ts'
import { knownEvent } from '../cli/stream-item.ts'
import { ScenarioFailed } from './scenario.ts'
import { isThere, type NotYet, within } from './wait-until.ts'

/** What there is at one moment. */
export interface Seen {
  events: readonly SessionEvent[]
  session: Session
}

export interface SessionView {
  now(): Seen
  /** Looks after everything that comes. Throws ScenarioFailed naming `what` once `ms` have passed. */
  until<T>(what: string, ms: number, look: (seen: Seen) => T | NotYet): Promise<T>
  close(): Promise<void>
}

export function viewSession(api: Daemon, first: Session): SessionView {
  const abort = new AbortController()
  const events: SessionEvent[] = []
  let session = first
  let news = Promise.withResolvers<void>()
  const read = async (): Promise<void> => {
    const items = follow({
      open: openEvents(api, first.id),
      from: { after: 0 },
      clock: systemClock,
      signal: abort.signal,
      onCut: () => {},
    })
    for await (const item of items) {
      for (const logged of eventsOf(item)) {
        const event = knownEvent(logged)
        if (!event) throw new ScenarioFailed(`event ${logged.seq}, ${logged.type}, is not of its own schema`)
        events.push(event)
      }
      if (item.type === 'hello' || item.type === 'snapshot') session = item.snapshot
      news.resolve()
      news = Promise.withResolvers()
    }
  }
  const reading = read()
  // Whoever waits is told; without anybody who waits, the next one is.
  reading.catch(() => {})
  const now = (): Seen => ({ events, session })
  return {
    now,
    async until(what, ms, look) {
      const seen = async () => {
        for (;;) {
          const next = news.promise
          const found = look(now())
          if (isThere(found)) return found
          const over = await Promise.race([next.then(() => false), reading.then(() => true)])
          if (over) throw new ScenarioFailed(`${what}: the log of the session ended`)
        }
      }
      return await within(what, ms, seen())
    },
    async close() {
      abort.abort()
      await reading.catch(() => {}) // said to whoever waited
    },
  }
}
