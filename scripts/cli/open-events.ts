import { type Daemon, segment, unwrap } from './client.ts'
import type { OpenStream } from './follow.ts'

/** Opens the event stream of one session. */
export function openEvents(daemon: Daemon, session: string): OpenStream {
  return (from, signal) =>
    unwrap(daemon.v1.sessions({ session: segment(session) }).events.get({ query: from, fetch: { signal } }))
}
