/** Everything that a session's conversation shows, from what the page knows of it. Rows that did not change are the same objects. */
import type { Session } from '../../shared/wire/session.ts'
import type { TranscriptItem } from '../state/fold-rows.ts'
import type { Entry } from '../state/outbox-entry.ts'
import type { Transcript } from '../state/transcript.ts'
import type { Row } from '../transcript/row.ts'
import { shownRows } from '../transcript/shown-rows.ts'
import { outboxRows } from './outbox-rows.ts'
import { placePrompts } from './place-prompts.ts'

export interface Shown {
  items: readonly TranscriptItem[]
  log: Transcript
  entries: readonly Entry[]
  snapshot: Session | null
}

export function sessionRows(session: string, { items, log, entries, snapshot }: Shown): Row[] {
  const waiting = new Set(queueOf(snapshot).map(({ seq }) => seq))
  const rows = withLive(shownRows(placePrompts(items, waiting)), snapshot)
  return [...rows, ...outboxRows(entries, session, log)]
}

/** What waits behind something: a first message that waits for its agent to start stands in the conversation. */
export function queueOf(snapshot: Session | null): Session['queue'] {
  if (!snapshot) return []
  return snapshot.turn !== null || snapshot.asks.length > 0 ? snapshot.queue : []
}

const live = new WeakMap<Row, Row>()

/** What the agent is saying just now. */
function withLive(rows: Row[], snapshot: Session | null): Row[] {
  const last = rows.at(-1)
  if (snapshot?.status !== 'running' || !last) return rows
  if (last.kind !== 'message' && last.kind !== 'thought') return rows
  const known = live.get(last) ?? { ...last, live: true }
  live.set(last, known)
  return [...rows.slice(0, -1), known]
}
