/**
 * A session's log as rows. Events may come in any pages, from the foot upwards too: `joinTranscripts(of(a), of(b))` is
 * `of(a then b)` wherever a log is cut.
 */
import type { SessionEvent } from '../../shared/wire/event.ts'
import { merged, placeOf } from './merge-rows.ts'
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
  const rows = [...transcript.rows]
  const loose = [...transcript.loose]
  let { first, last } = transcript
  for (const event of events) {
    if (event.seq <= last) continue
    if (first === 0) first = event.seq
    last = event.seq
    const row = rowOf(event)
    if (row) add(rows, loose, row)
  }
  return last === transcript.last ? transcript : { rows, loose, first, last }
}

/** `older` ends right before `newer` begins. */
export function joinTranscripts(older: Transcript, newer: Transcript): Transcript {
  if (older.last === 0) return newer
  if (newer.last === 0) return older
  const rows = [...older.rows]
  const loose = [...older.loose]
  for (const row of newer.rows) add(rows, loose, row)
  for (const row of newer.loose) add(rows, loose, row)
  return { rows, loose, first: older.first, last: newer.last }
}

function add(rows: Row[], loose: Row[], row: Row): void {
  if (mergeInto(rows, row)) return
  if (!isLoose(row)) rows.push(row)
  else if (!mergeInto(loose, row)) loose.push(row)
}

function mergeInto(rows: Row[], row: Row): boolean {
  const at = placeOf(rows, row)
  const before = rows[at]
  if (!before) return false
  rows[at] = merged(before, row)
  return true
}

const isLoose = (row: Row): boolean =>
  (row.kind === 'prompt' && row.text === null) || (row.kind === 'ask' && row.body === null)
