import { headUtf8, tailUtf8, utf8Length } from '../../shared/bytes.ts'
import { EVENT_BYTES } from '../../shared/limits.ts'
import type { CutText } from '../../shared/wire/text.ts'

/** What is left of a text at either end, in bytes: the first that makes the event fit. */
const ENDS = [4 * 1024, 512, 64]
/** A character takes at most this many times its UTF-8 bytes when JSON escapes it. */
const ESCAPED = 6

/** The members that the event schemas declare as `LongText`; nothing else may be cut. */
const LONG = new Set(['text', 'old', 'new', 'json', 'rawInput', 'rawOutput', 'output', 'params'])

interface Place {
  text: string
  /** Bytes of what stands there now, as JSON. */
  size: number
  blob: string | null
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
  const json = JSON.stringify(fields)
  // A UTF-16 unit is at most three bytes: most events are told apart without counting.
  if (json.length * 3 <= EVENT_BYTES) return { json }
  let size = utf8Length(json)
  if (size <= EVENT_BYTES) return { json }
  const copy: Record<string, unknown> = structuredClone(fields)
  const places: Place[] = []
  collect(copy, places)
  places.sort((a, b) => b.size - a.size)
  for (const end of ENDS) {
    for (const place of places) {
      if (size <= EVENT_BYTES) break
      if (place.size > 2 * end) size -= shorten(place, end, writeBlob)
    }
  }
  return { json: JSON.stringify(copy) }
}

/** Says how many bytes of JSON it saved; a text that a link would not make shorter stays. */
function shorten(place: Place, end: number, writeBlob: (text: string) => string): number {
  const bytes = utf8Length(place.text)
  const head = readable(place.text, headUtf8, end)
  const tail = readable(place.text, tailUtf8, end)
  const size = jsonSize({ head, tail, bytes, blob: place.blob ?? '' }) + BLOB_NAME
  const saved = place.size - size
  if (saved <= 0) return 0
  place.blob ??= writeBlob(place.text)
  place.size = size
  place.set({ head, tail, bytes, blob: place.blob })
  return saved
}

/** Room for a blob's name: the event's seq and a number. */
const BLOB_NAME = 20

/** One end of a text, shorter where JSON must escape much of it. */
function readable(text: string, cut: (text: string, limit: number) => string, end: number): string {
  const part = cut(text, end)
  return jsonSize(part) <= 2 * end ? part : cut(part, Math.floor(end / ESCAPED))
}

const jsonSize = (value: unknown): number => utf8Length(JSON.stringify(value))

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
      places.push({ size: jsonSize(member), text: member, blob: null, set })
    }
  }
}
