import type { SessionEvent } from '../../shared/wire/event.ts'
import type { Session } from '../../shared/wire/session.ts'
import { shortOf } from '../../shared/wire/text.ts'
import type { Blobs } from '../events/blobs.ts'
import type { EventStore } from '../events/store.ts'
import { createMarkdown } from './markdown.ts'

export interface ExportDeps {
  events: Pick<EventStore, 'after'>
  blobs: Pick<Blobs, 'read'>
}

/** Rows read at once: what an export holds of a log. */
const EVENTS_AT_ONCE = 50

/** The session and its events as they are logged, as one JSON text in pieces. */
export function* exportJson(deps: ExportDeps, session: Session): Generator<string, void> {
  yield `{"session":${JSON.stringify(session)},"events":[`
  let between = '\n'
  for (const row of rowsOf(deps, session)) {
    yield between + row.json
    between = ',\n'
  }
  yield '\n]}\n'
}

/** The session as a person reads it, in pieces: messages whole, calls with their diffs, asks with their answers. */
export function* exportMarkdown(deps: ExportDeps, session: Session): Generator<string, void> {
  const writer = createMarkdown((text) => {
    if (typeof text === 'string') return text
    return deps.blobs.read(session.id, text.blob) ?? shortOf(text)
  })
  yield writer.head(session)
  // Rows are written by us alone, so reading one is not parsing untrusted input.
  for (const row of rowsOf(deps, session)) yield writer.feed(JSON.parse(row.json) as SessionEvent)
  yield writer.end()
}

/** Up to the event that was the last when the export began. */
function* rowsOf({ events }: ExportDeps, { id, lastSeq }: Session): Generator<{ seq: number; json: string }> {
  let seq = 0
  while (seq < lastSeq) {
    const rows = events.after(id, seq, EVENTS_AT_ONCE)
    for (const row of rows) if (row.seq <= lastSeq) yield row
    const last = rows.at(-1)
    if (!last) throw new RangeError(`the log of ${id} ends at ${seq} instead of ${lastSeq}`)
    seq = last.seq
  }
}

/** Bytes that are read only as they are taken. */
export function toStream(pieces: Generator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Between two chunks other work of the process goes on.
        await new Promise((resolve) => setImmediate(resolve))
        let chunk = ''
        while (chunk.length < CHUNK_CHARS) {
          const next = pieces.next()
          if (next.done) {
            if (chunk) controller.enqueue(encoder.encode(chunk))
            return controller.close()
          }
          chunk += next.value
        }
        controller.enqueue(encoder.encode(chunk))
      },
      cancel: () => void pieces.return(),
    },
    { highWaterMark: 1 },
  )
}

const CHUNK_CHARS = 32 * 1024
