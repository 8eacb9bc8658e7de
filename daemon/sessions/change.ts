import { ok, type Result, refuse } from '../../shared/errors.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { SessionChange } from '../../shared/wire/session.ts'
import { acceptsValue } from '../acp/controls.ts'
import { requestLine } from '../acp/message.ts'
import { formatOwnId } from '../acp/own-ids.ts'
import { controlRequest } from '../acp/requests.ts'
import type { Work } from '../db/transact.ts'
import { shownControls } from '../presets/narrow.ts'
import { chooseAway } from './away-control.ts'
import { refuseWhileClearing } from './clearing.ts'
import type { ControlAct } from './control-outcome.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'
import { neverStarted } from './status.ts'

/** What a person names and keeps. */
export function changeSession(
  core: Core,
  work: Work,
  session: SessionRow,
  change: SessionChange,
): Result<{ id: string }> {
  const title = change.title === undefined ? undefined : cleanLabel(change.title)
  if (title === '') return refuse('invalid_request', 'a title needs visible characters', { field: 'title' })
  if (change.nickname !== undefined && change.nickname !== session.nickname) {
    if (core.sessions.nicknames().has(change.nickname)) {
      return refuse('nickname_taken', `there is a session called ${change.nickname} already`)
    }
    core.sessions.setNickname(session.id, change.nickname)
  }
  if (title !== undefined) core.sessions.setTitle(session.id, title, 'person')
  if (change.pinned !== undefined) core.sessions.setPinned(session.id, change.pinned)
  work.touch(session.id)
  return ok({ id: session.id })
}

/**
 * Asks the agent to set a control to one of the values that it published. Its answer comes as a `config` event. Where
 * no agent is there the choice is kept; one that is on its way or on its way out is about to be set anyway.
 */
export function changeControl(
  core: Core,
  work: Work,
  session: SessionRow,
  id: string,
  value: string | boolean,
): Result<ControlAct> {
  const control = shownControls(core, session).find((one) => one.id === id)
  if (!control) return refuse('control_not_found', 'this session has no such control')
  if (!acceptsValue(control, value)) return refuse('option_unknown', 'the agent offers no such value')
  const clearing = refuseWhileClearing(core, session)
  if (clearing) return clearing
  if (session.run === null && session.conversation !== null && !neverStarted(session.exitReason))
    return chooseAway(core, work, session, control, value)
  const run = session.run === null ? null : core.runs.get(session.run)
  if (run?.phase !== 'open' || session.ending !== null || session.conversation === null) {
    return refuse('busy', 'the agent is not there to take it')
  }
  const n = core.runs.addControl(run.id, value)
  const { method, params } = controlRequest(session.conversation, control, value)
  core.runs.addLine(run.id, requestLine(formatOwnId({ kind: 'control', control: id, n }), method, params))
  work.send(run.id)
  core.sessions.used(session.id, work.now)
  return ok({ kind: 'asked', id: session.id, run: run.id, n })
}

/** Ends the session and forgets it. The record of its asks stays. */
export function deleteSession(core: Core, work: Work, session: SessionRow): Result<{ deleted: string }> {
  if (session.run !== null) return refuse('busy', 'this session still has its agent: stop it first')
  core.sessions.remove(session.id, work.now)
  work.touch(session.id)
  return ok({ deleted: session.id })
}
