/**
 * What a person chose is put back when the agent is opened again, one request after the other, because one control
 * may decide what another offers (a model its efforts). One that is no longer published, or whose value is not, is not
 * sent: the log says so, once.
 */
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Control } from '../../shared/wire/control.ts'
import { acceptsValue, readControls, withPublished, withValue } from '../acp/controls.ts'
import { type Outcome, requestLine } from '../acp/message.ts'
import { formatOwnId } from '../acp/own-ids.ts'
import { controlRequest } from '../acp/requests.ts'
import type { Work } from '../db/transact.ts'
import { isPin, pinAnswer, pinNext } from '../presets/pins.ts'
import type { RunRow } from '../runs/store.ts'
import { setControls } from './apply.ts'
import { forgetChosen } from './chosen-controls.ts'
import type { Core } from './core.ts'
import type { Chosen, SessionRow } from './session-row.ts'

/** What is to be asked for, in this order: models before what depends on them. The mode comes before all this. */
export function toPutBack(chosen: Chosen, published: readonly Control[], mode: string | undefined): string[] {
  // An agent that publishes nothing with its answer withdraws nothing by it.
  if (published.length === 0) return []
  const isModel = (id: string): boolean => {
    const control = published.find((one) => one.id === id)
    return (control?.category ?? control?.id) === 'model'
  }
  const ids = Object.keys(chosen).filter((id) => id !== mode)
  return [...ids.filter(isModel), ...ids.filter((id) => !isModel(id))]
}

/** Asks for the next one; false: none is left. */
export function putBackNext(core: Core, work: Work, runId: string): boolean {
  for (;;) {
    const run = core.runs.get(runId)
    const session = run && core.sessions.get(run.session)
    const [id, ...rest] = run?.putBack ?? []
    if (!session || id === undefined || session.ending !== null) return false
    core.runs.setPutBack(runId, rest)
    if (isPin(id)) {
      if (pinNext(core, work, run, session, id)) return true
      continue
    }
    const value = session.chosen[id]
    const control = session.controls.find((one) => one.id === id)
    if (value === undefined || session.conversation === null || control?.value === value) continue
    if (!control || !acceptsValue(control, value)) {
      withdrawn(core, work, session, id, control)
      continue
    }
    const { method, params } = controlRequest(session.conversation, control, value)
    core.runs.addLine(runId, requestLine(formatOwnId({ kind: 'put_back', control: id }), method, params))
    work.send(runId)
    return true
  }
}

/** The agent's answer to one that was asked for again. */
export function putBackAnswer(core: Core, work: Work, run: RunRow, id: string, outcome: Outcome): void {
  if (isPin(id)) return pinAnswer(core, work, run, id, outcome)
  const session = core.sessions.get(run.session)
  const value = session?.chosen[id]
  if (!session || value === undefined) return
  if (!outcome.ok) {
    const message = `the agent did not take ${cleanLabel(id)} ${cleanLabel(String(value))} again: ${cleanLabel(outcome.error.message, 1000)}`
    core.log.append(work, session.id, { type: 'error', code: 'control_refused', message })
    return forgetChosen(core, session, id)
  }
  const published = readControls(outcome.result)
  const controls = published.length ? withPublished(session.controls, published) : session.controls
  setControls(core, work, session, [...withValue(controls, id, value)])
}

/** It is not offered any more: said once, because it is not remembered any longer either. */
export function withdrawn(
  core: Core,
  work: Work,
  session: SessionRow,
  id: string,
  control: Control | undefined,
): void {
  const value = cleanLabel(String(session.chosen[id]))
  const message = control
    ? `the agent no longer offers ${value} for ${control.name}`
    : `the agent no longer has ${cleanLabel(id)}, which was ${value}`
  core.log.append(work, session.id, { type: 'error', code: 'control_withdrawn', message })
  forgetChosen(core, session, id)
}
