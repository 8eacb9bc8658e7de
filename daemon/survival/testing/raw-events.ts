/** The events of a stream as the bytes they came in. */

const EVENT = '{"type":"event","event":'
const PAGE = '{"type":"page","events":['

/** The JSON of the events in one item, as it stood in it; empty for an item without any. */
export function rawEvents(item: string): string {
  if (item.startsWith(EVENT)) return item.slice(EVENT.length, -1)
  return item.startsWith(PAGE) ? item.slice(PAGE.length, item.lastIndexOf('],"more":')) : ''
}

/** What a reader keeps between two connections. */
export interface Kept {
  /** Pieces of raw events in order; joined with commas they are the log. */
  pieces: string[]
  last: number
}

export function keep(kept: Kept, item: string): void {
  const raw = rawEvents(item)
  if (raw === '') return
  const events: { seq: number }[] = JSON.parse(`[${raw}]`)
  kept.pieces.push(raw)
  kept.last = events.at(-1)?.seq ?? kept.last
}
