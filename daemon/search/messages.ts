import type { NewEvent } from '../../shared/wire/event.ts'
import { type LongText, shortOf } from '../../shared/wire/text.ts'
import type { Blobs } from '../events/blobs.ts'
import type { EventStore } from '../events/store.ts'
import { createGatherer, endsMessage, type Gathered, type Gatherer, messageKey } from './gather.ts'
import type { MessageStore } from './message-store.ts'
import { hasWord, toWords } from './words.ts'

export interface LoggedEvent {
  session: string
  seq: number
  at: number
  event: NewEvent
  /** Where the text begins that is not among the messages yet, this event included. */
  textFrom: number | null
}

export interface Messages {
  /** An event was written: what became whole by it is a message now, in the same transaction. */
  logged(logged: LoggedEvent): void
  gatherer(session: string, emit: (message: Gathered) => void): Gatherer
  keep(session: string, message: Gathered): void
}

/**
 * Keeps what can be searched up with the log. Which text is open is in the session's row, and what it is made of in its
 * events: whoever comes next finishes it. A piece of text costs nothing here beyond the row's own update.
 */
export function createMessages(deps: {
  store: MessageStore
  events: Pick<EventStore, 'between'>
  blobs: Pick<Blobs, 'read'>
}): Messages {
  const { store } = deps
  // Only lets a message be found as soon as the next one begins; without it, it waits for the next boundary.
  const lastKey = new Map<string, string>()

  const gatherer: Messages['gatherer'] = (session, emit) =>
    createGatherer((text) => wholeText(deps.blobs, session, text), emit)
  const keep: Messages['keep'] = (session, { text, ...message }) => {
    const words = toWords(text)
    if (hasWord(words)) store.add({ session, ...message, words })
  }
  const keeper = (session: string): Gatherer => gatherer(session, (message) => keep(session, message))
  const finish = (session: string, from: number, before: number): void => {
    const gathered = keeper(session)
    for (const event of deps.events.between(session, from, before, 'message_delta')) gathered.feed(event)
    gathered.end()
  }
  return {
    gatherer,
    keep,
    logged({ session, seq, at, event, textFrom }) {
      if (event.type === 'prompt') return keeper(session).feed({ ...event, seq, at })
      if (textFrom === null) return
      if (event.type === 'message_delta') {
        const key = messageKey(event)
        const before = lastKey.get(session)
        lastKey.set(session, key)
        if (before === undefined || before === key || textFrom === seq) return
        finish(session, textFrom, seq)
        store.setTextFrom(session, seq)
      } else if (endsMessage(event.type)) {
        lastKey.delete(session)
        finish(session, textFrom, seq)
        store.setTextFrom(session, null)
      }
    },
  }
}

/** A cut text from its file; one whose file is gone as far as the log has it. */
function wholeText(blobs: Pick<Blobs, 'read'>, session: string, text: LongText): string {
  if (typeof text === 'string') return text
  return blobs.read(session, text.blob) ?? shortOf(text)
}
