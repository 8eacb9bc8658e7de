import type { Agent } from '../../shared/wire/agent.ts'
import type { Control } from '../../shared/wire/control.ts'
import type { Preset, System } from '../../shared/wire/preset.ts'

/** What a person set in the sheet, by the agent's ids. */
export type Picked = Readonly<Record<string, string | boolean>>

const kindOf = (control: Control): string => control.category ?? control.id
export const isMode = (control: Control): boolean => kindOf(control) === 'mode'
export const isModel = (control: Control): boolean => kindOf(control) === 'model'
export const isEffort = (control: Control): boolean => kindOf(control) === 'thought_level'

export interface StartsWith {
  agent: Agent | undefined
  preset: Preset | null
  system: System | null
}

/**
 * The controls as a new session would begin with them: what was set here, else what the preset says, else the mode that
 * asks, else the agent's own. Models are narrowed to the preset's system; what is set always stays among them.
 */
export function startingControls(offered: readonly Control[], picked: Picked, from: StartsWith): Control[] {
  return offered.map((control): Control => {
    const own = picked[control.id]
    if (control.kind === 'boolean') {
      return typeof own === 'boolean' ? { ...control, value: own } : control
    }
    const wish = typeof own === 'string' ? own : wishOf(control, from)
    const value = wish ?? control.value
    const models = isModel(control) ? from.system?.models : undefined
    const fits = control.choices.filter((choice) => models?.includes(choice.value) || choice.value === value)
    const hasSome = fits.some((choice) => models?.includes(choice.value))
    return { ...control, value, choices: hasSome ? fits : control.choices }
  })
}

function wishOf(control: Control & { kind: 'select' }, { agent, preset }: StartsWith): string | undefined {
  if (isModel(control)) return preset?.model
  if (isEffort(control)) return preset?.effort
  const mode = isMode(control) ? (agent?.mode ?? undefined) : undefined
  return control.choices.some(({ value }) => value === mode) ? mode : undefined
}
