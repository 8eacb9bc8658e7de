import type { NewEvent } from '../../shared/wire/event.ts'
import type { Change } from '../acp/change.ts'
import { withPublished, withValue } from '../acp/controls.ts'
import type { Work } from '../db/transact.ts'
import { followChosen } from './chosen-controls.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'
import { applyTask } from './tasks.ts'
import { applyTodos } from './todos.ts'
import { cycleEnded, noteWork, unpromptedBegan } from './unprompted.ts'

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
  let turn = core.turns.open(sessionId)?.seq ?? null
  for (const change of changes) {
    if (change.kind !== 'event') {
      const session = core.sessions.get(sessionId)
      if (session) applyFact(core, work, session, change)
      // A marked end may have ended the turn, or begun the next one.
      turn = core.turns.open(sessionId)?.seq ?? null
      continue
    }
    const { event } = change
    core.log.append(work, sessionId, event, turn)
    if (turn === null) noteWork(core, work, sessionId, event)
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
      setControls(core, work, session, withPublished(session.controls, change.controls))
      return followChosen(core, session.id)
    case 'task':
      return applyTask(core, work, session, change.task)
    case 'cycle':
      return change.cycle === 'began'
        ? unpromptedBegan(core, work, session.id)
        : cycleEnded(core, work, session)
    case 'limit':
      return core.lives.setLimit(session.id, change.until)
    case 'todos':
      return applyTodos(core, work, session.id, change)
    case 'control':
      setControls(core, work, session, [...withValue(session.controls, change.id, change.value)])
      return followChosen(core, session.id)
  }
}

/** One `config` event on a change, none on a repetition. */
export function setControls(
  core: Core,
  work: Work,
  session: Pick<SessionRow, 'id' | 'controls' | 'held'>,
  controls: SessionRow['controls'],
): void {
  if (JSON.stringify(controls) === JSON.stringify(session.controls)) return
  core.sessions.setControls(session.id, controls)
  // An agent that comes back begins at its defaults: nobody sees it walk from there to what was chosen.
  if (session.held !== null) return
  core.log.append(work, session.id, { type: 'config', controls })
}
