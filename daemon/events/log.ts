import type { EventType, NewEvent, SessionEvent } from '../../shared/wire/event.ts'
import type { Work } from '../db/transact.ts'
import type { Messages } from '../search/messages.ts'
import type { SessionStore } from '../sessions/store.ts'
import type { Blobs } from './blobs.ts'
import { cutToFit } from './cut.ts'
import type { CallEvent, EventStore } from './store.ts'

export interface EventLog {
  /** Gives the event its place in its session's log and answers that place. */
  append(work: Work, session: string, event: NewEvent, turn?: number | null): number
  /** Whether the session has an event of this type. */
  has(session: string, type: EventType): boolean
  /** Which of these types the session has had last. */
  lastOf(session: string, types: readonly EventType[]): EventType | null
  /** The session's last event of a type, whole. */
  last(session: string, type: EventType): SessionEvent | null
  /** What was said of a tool call in the newest `lookBack` events, oldest first. */
  ofCall(session: string, call: string, lookBack: number): CallEvent[]
}

export function createEventLog(deps: {
  events: EventStore
  sessions: SessionStore
  blobs: Blobs
  messages: Pick<Messages, 'logged'>
}): EventLog {
  return {
    has: deps.events.has,
    lastOf: deps.events.lastOf,
    last: deps.events.last,
    ofCall: deps.events.ofCall,
    append(work, session, event, turn = null) {
      // A process that comes or goes is no use of its session: the order people left them in outlives a restart.
      const usedAt = event.type === 'session_status' ? null : work.now
      const { seq, textFrom } = deps.sessions.nextSeq(session, usedAt, event.type === 'message_delta')
      const { type, ...own } = event
      let blobs = 0
      const { json } = cutToFit(own, (text) => {
        const name = `${seq}-${++blobs}`
        deps.blobs.write(session, name, text)
        return name
      })
      deps.events.insert({ session, seq, at: work.now, type, turn, body: json })
      deps.messages.logged({ session, seq, at: work.now, event, textFrom })
      work.touch(session)
      return seq
    },
  }
}
