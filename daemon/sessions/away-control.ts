/** A control that a person chooses while no agent is there: shown as chosen, and asked for when the agent comes back. */
import { ok, type Result } from '../../shared/errors.ts'
import type { Control } from '../../shared/wire/control.ts'
import { withValue } from '../acp/controls.ts'
import { vendorOf } from '../acp/vendor.ts'
import type { Work } from '../db/transact.ts'
import { setControls } from './apply.ts'
import { rememberChosen } from './chosen-controls.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'
import { wake } from './wake.ts'

export function chooseAway(
  core: Core,
  work: Work,
  session: SessionRow,
  control: Control,
  value: string | boolean,
): Result<{ kind: 'kept' | 'waking'; id: string }> {
  const bringsItsOwn = isModel(control) && (vendorOf(session.agent).modelScopesControls ?? false)
  const before = bringsItsOwn ? withoutTheModels(core, session, control) : session
  rememberChosen(core, before, control.id, value)
  setControls(core, work, session, [...withValue(before.controls, control.id, value)])
  core.sessions.setWaitingControls(session.id, [...new Set([...session.waitingControls, control.id])])
  core.sessions.used(session.id, work.now)
  work.touch(session.id)
  // Stopped and failed sessions wait for a message: only one that we let go of ourselves is fetched by a choice.
  const now = core.sessions.get(session.id)
  if (!bringsItsOwn || session.exitReason !== 'parked' || !now) return ok({ kind: 'kept', id: session.id })
  wake(core, work, now)
  return ok({ kind: 'waking', id: session.id })
}

const kindOf = (control: Control): string => control.category ?? control.id
const isModel = (control: Control): boolean => kindOf(control) === 'model'

/** The session without the controls that belong to its old model: their values may exist in the new one by chance. */
function withoutTheModels(core: Core, session: SessionRow, model: Control): SessionRow {
  const stays = (control: Control): boolean => control.id === model.id || kindOf(control) === 'mode'
  const controls = session.controls.filter(stays)
  const ids = new Set(controls.map(({ id }) => id))
  const chosen = Object.fromEntries(Object.entries(session.chosen).filter(([id]) => ids.has(id)))
  core.sessions.setChosen(session.id, chosen)
  return { ...session, controls, chosen }
}
