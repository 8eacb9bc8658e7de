/** The controls of a session that a person set, by the agent's own ids: what the session keeps, whatever its agent does. */
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'

/** A person set it, and the agent took it. */
export const rememberChosen = (core: Core, session: SessionRow, id: string, value: string | boolean): void =>
  core.sessions.setChosen(session.id, { ...session.chosen, [id]: value })

/** It cannot be had any more. */
export function forgetChosen(core: Core, session: SessionRow, id: string): void {
  const { [id]: _, ...others } = session.chosen
  core.sessions.setChosen(session.id, others)
}

/** An open agent that changes what a person chose (by a command of its own, or because it hangs together) has the last word. */
export function followChosen(core: Core, sessionId: string): void {
  const session = core.sessions.get(sessionId)
  const run = session?.run ? core.runs.get(session.run) : null
  if (!session || run?.phase !== 'open') return
  const changed = session.controls.filter(({ id, value }) => {
    const chosen = session.chosen[id]
    return chosen !== undefined && chosen !== value
  })
  if (changed.length === 0) return
  const values = Object.fromEntries(changed.map(({ id, value }) => [id, value]))
  core.sessions.setChosen(sessionId, { ...session.chosen, ...values })
}
