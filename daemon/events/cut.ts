import { headUtf8, tailUtf8, utf8Length } from '../../shared/bytes.ts'
import { EVENT_BYTES } from '../../shared/limits.ts'
import type { CutText } from '../../shared/wire/text.ts'

const HEAD_BYTES = 4 * 1024
const TAIL_BYTES = 4 * 1024

/** The members that the event schemas declare as `LongText`; nothing else may be cut. */
const LONG = new Set(['text', 'old', 'new', 'json', 'rawInput', 'rawOutput', 'output', 'params'])

interface Place {
  bytes: number
  text: string
  set(cut: CutText): void
}

/**
 * An event's own fields, small enough to be stored: while they are over {@link EVENT_BYTES} the longest text goes to a
 * blob and leaves its head, tail, size and link behind. Nothing is dropped. The argument is not changed.
 */
export function cutToFit(
  fields: Record<string, unknown>,
  writeBlob: (text: string) => string,
): { json: string } {
  let json = JSON.stringify(fields)
  // A UTF-16 unit is at most three bytes: most events are told apart without counting.
  if (json.length * 3 <= EVENT_BYTES || utf8Length(json) <= EVENT_BYTES) return { json }
  const copy: Record<string, unknown> = structuredClone(fields)
  const places: Place[] = []
  collect(copy, places)
  places.sort((a, b) => b.bytes - a.bytes)
  for (const place of places) {
    if (utf8Length(json) <= EVENT_BYTES) break
    if (place.bytes <= HEAD_BYTES + TAIL_BYTES) break
    place.set({
      head: headUtf8(place.text, HEAD_BYTES),
      tail: tailUtf8(place.text, TAIL_BYTES),
      bytes: place.bytes,
      blob: writeBlob(place.text),
    })
    json = JSON.stringify(copy)
  }
  return { json }
}

function collect(value: unknown, places: Place[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, places)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const record = value as Record<string, unknown>
  for (const [key, member] of Object.entries(record)) {
    if (typeof member !== 'string') collect(member, places)
    else if (LONG.has(key)) {
      const set = (cut: CutText): void => {
        record[key] = cut
      }
      places.push({ bytes: utf8Length(member), text: member, set })
    }
  }
}
