import { cleanLabel } from '../../shared/untrusted.ts'
import { readControls, withPublished, withValue } from '../acp/controls.ts'
import { at } from '../acp/json.ts'
import { limitedUntil } from '../acp/limit.ts'
import type { Outcome } from '../acp/message.ts'
import { withFailure } from '../acp/session-failure.ts'
import { readPromptOutcome } from '../acp/stop.ts'
import { readPromptUsage } from '../acp/usage.ts'
import { vendorOf } from '../acp/vendor.ts'
import type { Work } from '../db/transact.ts'
import type { RunRow } from '../runs/store.ts'
import { applyChanges, setControls } from './apply.ts'
import { replaceSignedOut } from './auth-error.ts'
import { followChosen, rememberChosen } from './chosen-controls.ts'
import type { Core } from './core.ts'
import { restForLimit } from './rest.ts'
import { deliverNext, endTurn, steered } from './turns.ts'
import { endUnprompted } from './unprompted.ts'

/** The turn's own answer. One that comes late, for a turn that has its result, changes nothing. */
export function promptAnswer(core: Core, work: Work, run: RunRow, seq: number, answer: Outcome): void {
  const session = core.sessions.get(run.session)
  const turn = core.turns.open(run.session)
  if (!session || turn?.seq !== seq || turn.run !== run.id) return
  const vendor = vendorOf(session.agent)
  const outcome = withFailure(answer)
  if (outcome.ok) applyChanges(core, work, session.id, readPromptUsage(outcome.result))
  const facts = { cancelled: turn.cancelAt !== null, refused: turn.refused }
  endTurn(core, work, session, turn, readPromptOutcome(vendor, outcome, facts))
  endUnprompted(core, work, session)
  if (!outcome.ok) {
    const until = limitedUntil(vendor, outcome.error, work.now)
    if (until !== null) core.lives.setLimit(session.id, until)
    restForLimit(core, work, session)
  }
  replaceSignedOut(core, work, session, run, outcome)
  deliverNext(core, work)
}

export function steerAnswer(core: Core, work: Work, run: RunRow, seq: number, outcome: Outcome): void {
  const session = core.sessions.get(run.session)
  if (!session) return
  if (!outcome.ok) return steered(core, work, session, seq, 'declined')
  const started = at(outcome.result, 'outcome') === 'startedNewTurn'
  steered(core, work, session, seq, started ? 'started_turn' : 'injected')
}

/** A control was set, or refused by the agent, which the log says. */
export function controlAnswer(
  core: Core,
  work: Work,
  run: RunRow,
  own: { control: string; n: number },
  outcome: Outcome,
): void {
  const session = core.sessions.get(run.session)
  const wanted = core.runs.takeControl(run.id, own.n)
  if (!session || wanted === null) return
  if (!outcome.ok) {
    const message = cleanLabel(outcome.error.message, 1000) || `error ${outcome.error.code}`
    core.log.append(work, session.id, { type: 'error', code: 'control_refused', message })
    return
  }
  const published = readControls(outcome.result)
  const controls = published.length ? withPublished(session.controls, published) : session.controls
  setControls(core, work, session, [...withValue(controls, own.control, wanted)])
  rememberChosen(core, session, own.control, wanted)
  followChosen(core, session.id)
}
