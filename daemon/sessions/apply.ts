import type { NewEvent } from '../../shared/wire/event.ts'
import type { Change } from '../acp/change.ts'
import { withPublished, withValue } from '../acp/controls.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'

/** Text of one message that arrived together becomes one event; nothing else is moved or merged. */
export function mergeText(changes: Change[]): Change[] {
  const merged: Change[] = []
  for (const change of changes) {
    const last = merged.at(-1)
    const joined =
      last?.kind === 'event' && change.kind === 'event' ? joinText(last.event, change.event) : null
    if (joined) merged[merged.length - 1] = { kind: 'event', event: joined }
    else merged.push(change)
  }
  return merged
}

function joinText(a: NewEvent, b: NewEvent): NewEvent | null {
  if (a.type === 'message_delta' && b.type === 'message_delta') {
    const same = a.message === b.message && a.role === b.role && a.error === b.error && a.origin === b.origin
    return same && typeof a.text === 'string' && typeof b.text === 'string'
      ? { ...a, text: a.text + b.text }
      : null
  }
  if (a.type === 'thought_delta' && b.type === 'thought_delta') {
    const same = a.message === b.message && a.origin === b.origin
    return same && typeof a.text === 'string' && typeof b.text === 'string'
      ? { ...a, text: a.text + b.text }
      : null
  }
  return null
}

/** Writes what an agent said into its session. */
export function applyChanges(core: Core, work: Work, sessionId: string, changes: Change[]): void {
  if (changes.length === 0) return
  const turn = core.turns.open(sessionId)?.seq ?? null
  for (const change of changes) {
    if (change.kind !== 'event') {
      const session = core.sessions.get(sessionId)
      if (session) applyFact(core, work, session, change)
      continue
    }
    const { event } = change
    core.log.append(work, sessionId, event, turn)
    if (event.type !== 'tool_call') continue
    if (event.status === 'pending' || event.status === 'in_progress')
      core.turns.openCall(sessionId, event.toolCall, turn)
    else if (event.status !== undefined) core.turns.closeCall(sessionId, event.toolCall)
  }
}

function applyFact(
  core: Core,
  work: Work,
  session: SessionRow,
  change: Exclude<Change, { kind: 'event' }>,
): void {
  work.touch(session.id)
  switch (change.kind) {
    case 'title':
      if (session.titleBy !== 'person') core.sessions.setTitle(session.id, change.title, 'agent')
      return
    case 'commands':
      return core.sessions.setCommands(session.id, change.commands)
    case 'context':
      return core.sessions.setContext(session.id, { ...session.context, ...change.context })
    case 'controls':
      return setControls(core, work, session, withPublished(session.controls, change.controls))
    case 'control':
      return setControls(core, work, session, [...withValue(session.controls, change.id, change.value)])
  }
}

/** One `config` event on a change, none on a repetition. */
export function setControls(
  core: Core,
  work: Work,
  session: Pick<SessionRow, 'id' | 'controls'>,
  controls: SessionRow['controls'],
): void {
  if (JSON.stringify(controls) === JSON.stringify(session.controls)) return
  core.sessions.setControls(session.id, controls)
  core.log.append(work, session.id, { type: 'config', controls })
}
