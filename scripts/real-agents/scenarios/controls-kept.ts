import type { Control } from '../../../shared/wire/control.ts'
import { type DrivenSession, stopWords } from '../driven-session.ts'
import { realAgentLimits } from '../limits.ts'
import { check, pass, type Scenario } from '../scenario.ts'
import type { Stage } from '../stage.ts'
import { killAgent } from './agent-killed.ts'

export const controlsKept: Scenario = {
  id: 'controls',
  title: 'Mode and model or effort changed, and kept when the agent is back',
  async run(stage) {
    const session = await stage.open()
    const chosen = await chooseOthers(session)
    const before = await modelOfTurn(stage, session, '[[say set]]')
    await killAgent(stage, session)
    const after = await modelOfTurn(stage, session, '[[say back]]')
    check(after === before, `it asks ${after} after the kill, and asked ${before} before`)
    checkChosen(session, chosen)
    return pass
  },
}

export interface Chosen {
  id: string
  value: string
}

/** Another mode, and another model or effort. */
export async function chooseOthers(session: DrivenSession): Promise<readonly Chosen[]> {
  const mode = await setAnother(session, 'mode')
  const more = (await setAnother(session, 'model')) ?? (await setAnother(session, 'thought_level'))
  check(mode !== null, 'the agent offers no second mode')
  check(more !== null, 'the agent offers no second model and no second effort')
  return [mode, more]
}

/** They are as they were chosen, and nothing was said of one that was lost. */
export function checkChosen(session: DrivenSession, chosen: readonly Chosen[]): void {
  for (const wanted of chosen) {
    const now = selects(session).find(({ id }) => id === wanted.id)?.value
    check(now === wanted.value, `${wanted.id} is ${now} now that it is back, not ${wanted.value}`)
  }
  const said = session.view.now().events.flatMap((event) => (event.type === 'error' ? [event] : []))
  const lost = said.find(({ code }) => LOST.has(code))
  check(lost === undefined, `an error: ${lost?.message}`)
}

/** What the daemon says of a choice that it could not put back; agents have notices of their own. */
const LOST = new Set(['mode_refused', 'control_refused', 'control_withdrawn'])

type Select = Extract<Control, { kind: 'select' }>

const selects = (session: DrivenSession): Select[] =>
  session.view.now().session.controls.flatMap((one) => (one.kind === 'select' ? [one] : []))

/** Sets a control of that category to another of its values; null where there is no other. */
async function setAnother(session: DrivenSession, category: string): Promise<Chosen | null> {
  const control = selects(session).find((one) => (one.category ?? one.id) === category)
  const other = control?.choices.find(({ value }) => value !== control.value)
  if (!control || !other) return null
  await session.setControl(control.id, other.value)
  return { id: control.id, value: other.value }
}

/** The model that the turn of a message asks, as the stub sees it. */
export async function modelOfTurn({ stub }: Stage, session: DrivenSession, text: string): Promise<string> {
  const result = await session.turn(text, realAgentLimits.openMs + realAgentLimits.turnMs)
  check(result.stopReason === 'end_turn', `the turn of ${text} ended ${stopWords(result)}`)
  const asked = stub.requests().findLast(({ user, housekeeping }) => !housekeeping && user.includes(text))
  check(asked !== undefined, `no model was asked for ${text}`)
  return asked.model
}
