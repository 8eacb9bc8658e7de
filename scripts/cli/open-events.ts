import { type Daemon, segment, unwrap } from './client.ts'
import type { From, OpenStream } from './follow.ts'

/** Opens the event stream of one session. */
export function openEvents(daemon: Daemon, session: string): OpenStream {
  const at = daemon.v1.sessions({ session: segment(session) })
  return (from, signal) => unwrap(at.events.get({ query: queryOf(from), fetch: { signal } }))
}

const queryOf = (from: From): Record<string, string> =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, String(value)]))
