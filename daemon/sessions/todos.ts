import { utf8Length } from '../../shared/bytes.ts'
import { EVENT_BYTES } from '../../shared/limits.ts'
import type { PlanEntry } from '../../shared/wire/event.ts'
import type { Change } from '../acp/change.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from './core.ts'

type Todos = Extract<Change, { kind: 'todos' }>

/** An agent's list of what there is to do is the session's plan; one that tells only what changed means the last one. */
export function applyTodos(core: Core, work: Work, session: string, { entries, merge }: Todos): void {
  const last = merge ? core.log.last(session, 'plan') : null
  const before = last?.type === 'plan' ? last.entries : []
  const now = mergeTodos(before, entries).filter((entry) => entry.status !== 'cancelled')
  const turn = core.turns.open(session)?.seq ?? null
  // A plan cannot be cut to fit the log, raw text can.
  if (utf8Length(JSON.stringify(now)) <= EVENT_BYTES / 2) {
    core.log.append(work, session, { type: 'plan', entries: now }, turn)
  } else {
    const params = JSON.stringify({ entries, merge })
    core.log.append(work, session, { type: 'raw', method: 'todos', params }, turn)
  }
}

/** By id, in the order they first came in. */
export function mergeTodos(before: readonly PlanEntry[], changed: readonly PlanEntry[]): PlanEntry[] {
  const merged = [...before]
  for (const entry of changed) {
    const place = entry.id === undefined ? -1 : merged.findIndex((one) => one.id === entry.id)
    if (place === -1) merged.push(entry)
    else merged[place] = { ...merged[place], ...entry }
  }
  return merged
}
