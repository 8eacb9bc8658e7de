import type { Control } from '../../shared/wire/control.ts'
import type { Core } from '../sessions/core.ts'
import type { SessionRow } from '../sessions/session-row.ts'

/**
 * The controls as people see them: of the models, those of the session's own system. What it is set to always stays, so
 * that one switched elsewhere finds its way back; the log has everything that the agent published.
 */
export function shownControls(core: Pick<Core, 'presets'>, session: SessionRow): Control[] {
  const controls = session.held ?? session.controls
  const route = core.presets.sessions.get(session.id)?.route
  const system = route?.system ? core.presets.store.system(route.system) : null
  if (!system) return controls
  const { models } = system
  const prefix = route?.modelPrefix
  if (prefix === undefined && models === undefined) return controls
  const fits = (value: string): boolean => models?.includes(value) ?? value.startsWith(prefix ?? '')
  return controls.map((control) => {
    if (control.kind !== 'select' || (control.category ?? control.id) !== 'model') return control
    // Where none is the system's own, its list is by other names, and says nothing about these.
    if (!control.choices.some(({ value }) => fits(value))) return control
    return {
      ...control,
      choices: control.choices.filter((one) => fits(one.value) || one.value === control.value),
    }
  })
}
