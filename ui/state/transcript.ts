/**
 * A session's log as rows. Events may come in any pages, from the foot upwards too: `joinTranscripts(of(a), of(b))` is
 * `of(a then b)` wherever a log is cut.
 */
import type { SessionEvent } from '../../shared/wire/event.ts'
import { merged, nameOf, placeOf } from './merge-rows.ts'
import { rowOf } from './row-of.ts'
import type { Row } from './rows.ts'

export interface Transcript {
  /** In the order of the log. A row that did not change is the same object as before. */
  readonly rows: readonly Row[]
  /** What became of prompts and asks that stand further up than `first`. */
  readonly loose: readonly Row[]
  /** The first and the last seq that are in here; both 0 when there is none. */
  readonly first: number
  readonly last: number
}

export const emptyTranscript: Transcript = { rows: [], loose: [], first: 0, last: 0 }

/** Events after the last one here; those seen before are passed over. */
export function appendEvents(transcript: Transcript, events: readonly SessionEvent[]): Transcript {
  const { first, last } = transcript
  const fresh = events.filter(({ seq }) => seq > last)
  const end = fresh.at(-1)
  if (!end) return transcript
  const draft = draftOf(transcript)
  for (const event of fresh) {
    const row = rowOf(event)
    if (row) add(draft, row)
  }
  return finished(draft, first === 0 ? (fresh[0]?.seq ?? 0) : first, end.seq)
}

/** `older` ends right before `newer` begins. */
export function joinTranscripts(older: Transcript, newer: Transcript): Transcript {
  if (older.last === 0) return newer
  if (newer.last === 0) return older
  const draft = draftOf(older)
  for (const row of newer.rows) add(draft, row)
  for (const row of newer.loose) add(draft, row)
  return finished(draft, older.first, newer.last)
}

interface Draft {
  rows: Row[]
  loose: Row[]
  /** Where the last row of a name is. */
  places: Map<string, number>
}

/** Goes on with the newest transcript of a session: who goes on with an older one makes it anew. */
const placesOf = new WeakMap<readonly Row[], Map<string, number>>()

function draftOf({ rows, loose }: Transcript): Draft {
  const known = placesOf.get(rows)
  placesOf.delete(rows)
  return { rows: [...rows], loose: [...loose], places: known ?? placesIn(rows) }
}

function finished({ rows, loose, places }: Draft, first: number, last: number): Transcript {
  placesOf.set(rows, places)
  return { rows, loose, first, last }
}

function placesIn(rows: readonly Row[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const [at, row] of rows.entries()) note(places, row, at)
  return places
}

function note(places: Map<string, number>, row: Row, at: number): void {
  const name = nameOf(row)
  if (name !== null) places.set(name, at)
}

function add({ rows, loose, places }: Draft, row: Row): void {
  const at = placeOf(rows, places, row)
  const before = rows[at]
  if (before) {
    rows[at] = merged(before, row)
    return
  }
  const toldAt = loose.findIndex((one) => nameOf(one) === nameOf(row))
  const told = loose[toldAt]
  if (isLoose(row)) {
    if (told) loose[toldAt] = merged(told, row)
    else loose.push(row)
    return
  }
  // What became of it was told before it was: that is told of it now.
  if (told) loose.splice(toldAt, 1)
  const { seq, at: when, turn, replay } = row
  rows.push(told ? { ...merged(told, row), seq, at: when, turn, replay } : row)
  note(places, row, rows.length - 1)
}

/** Only what became of a prompt or an ask: these have names. */
const isLoose = (row: Row): boolean =>
  (row.kind === 'prompt' && row.text === null) || (row.kind === 'ask' && row.body === null)
