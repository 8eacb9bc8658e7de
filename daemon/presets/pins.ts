/**
 * The model and the effort of a preset are put in place like what a person chose (`sessions/put-back.ts`), but are not
 * remembered as that: the preset may say something else the next time.
 */
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Control } from '../../shared/wire/control.ts'
import { acceptsValue, readControls, withPublished, withValue } from '../acp/controls.ts'
import { errorText } from '../acp/error-text.ts'
import { type Outcome, requestLine } from '../acp/message.ts'
import { formatOwnId } from '../acp/own-ids.ts'
import { controlRequest } from '../acp/requests.ts'
import type { Work } from '../db/transact.ts'
import type { RunRow } from '../runs/store.ts'
import { setControls } from '../sessions/apply.ts'
import type { Core } from '../sessions/core.ts'
import { endRun } from '../sessions/end-run.ts'
import type { SessionRow } from '../sessions/session-row.ts'
import { met, refuseStart, unmet } from './held.ts'
import type { Route, Unmet } from './route.ts'

const MODEL = 'preset:model'
const EFFORT = 'preset:effort'
export type Pin = typeof MODEL | typeof EFFORT

export const isPin = (id: string): id is Pin => id === MODEL || id === EFFORT

/** What is to be asked for, around what a person chose: the model before what depends on it, the effort after. */
export const withPins = (core: Core, session: string, ids: readonly string[]): string[] =>
  core.presets.sessions.get(session)?.route ? [MODEL, ...ids, EFFORT] : [...ids]

interface Wish {
  pin: Pin
  value: string
  preset: string
  route: Route
  /** Undefined: the agent publishes no such control. */
  control: Extract<Control, { kind: 'select' }> | undefined
}

function wishOf(core: Core, session: SessionRow, pin: Pin): Wish | null {
  const facts = core.presets.sessions.get(session.id)
  const preset = facts && core.presets.store.preset(facts.preset)
  if (!preset || !facts.route) return null
  const value = pin === MODEL ? preset.model : preset.effort
  const kind = pin === MODEL ? 'model' : 'thought_level'
  const control = session.controls.find((one) => one.kind === 'select' && (one.category ?? one.id) === kind)
  if (value === undefined || (control && session.chosen[control.id] !== undefined)) {
    // A person's own choice in the session stands over its preset's.
    met(core, session.id, codeOf(pin))
    return null
  }
  return { pin, value, preset: preset.name, route: facts.route, ...selectOf(control) }
}

const selectOf = (control: Control | undefined) => ({
  control: control?.kind === 'select' ? control : undefined,
})
const codeOf = (pin: Pin): Unmet => (pin === MODEL ? 'model_not_pinned' : 'effort_not_set')

/** True: the agent was asked, and its answer comes. */
export function pinNext(core: Core, work: Work, run: RunRow, session: SessionRow, pin: Pin): boolean {
  const wish = wishOf(core, session, pin)
  if (!wish || session.conversation === null) return false
  const { control, value } = wish
  // What it runs need not be in its list.
  const isSo = control?.value === value
  if (control && !isSo && acceptsValue(control, value)) {
    const { method, params } = controlRequest(session.conversation, control, value)
    core.runs.addLine(run.id, requestLine(formatOwnId({ kind: 'put_back', control: pin }), method, params))
    work.send(run.id)
    return true
  }
  if (isSo || (pin === MODEL && wish.route.model)) met(core, session.id, codeOf(pin))
  else cannot(core, work, session, wish, `the agent does not offer ${cleanLabel(value)}`)
  return false
}

export function pinAnswer(core: Core, work: Work, run: RunRow, pin: Pin, outcome: Outcome): void {
  const session = core.sessions.get(run.session)
  const wish = session && wishOf(core, session, pin)
  if (!wish) return
  if (!outcome.ok) {
    const why = `the agent did not take ${cleanLabel(wish.value)}: ${errorText(outcome.error)}`
    return cannot(core, work, session, wish, why)
  }
  const published = readControls(outcome.result)
  const controls = published.length ? withPublished(session.controls, published) : session.controls
  const id = wish.control?.id
  setControls(core, work, session, id === undefined ? controls : [...withValue(controls, id, wish.value)])
  met(core, session.id, codeOf(pin))
}

function cannot(core: Core, work: Work, session: SessionRow, wish: Wish, why: string): void {
  const message = `${why}, which preset ${cleanLabel(wish.preset)} names`
  if (wish.pin === MODEL && wish.route.start) {
    refuseStart(core, work, session, message)
    // Nothing was said in it: the next try begins another one.
    core.sessions.forgetConversation(session.id)
    return endRun(core, work, session, 'start_failed', message)
  }
  const now = wish.control ? `: it goes on with ${cleanLabel(wish.control.value)}` : ''
  unmet(core, work, session, codeOf(wish.pin), `${message}${now}`)
}
