/**
 * What a person can set on a session, from the three places where agents publish it: `configOptions` (ACP 1, set by
 * `session/set_config_option`), `modes`, and the unstable `models`. One that is published twice appears once, as the
 * config option. Ids are verbatim; an option of a type unknown here cannot be drawn and is left out.
 */
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Control, ControlChoice } from '../../shared/wire/control.ts'
import { at, fieldsOf, listOf, textOf, wordsOf } from './json.ts'

/** From the result of session/new, load, resume or set_config_option, or a `config_option_update`. */
export function readControls(result: unknown): Control[] {
  const controls: Control[] = []
  const seen = new Set<string>()
  const add = (control: Control | null): void => {
    if (control === null || seen.has(control.id)) return
    seen.add(control.id)
    controls.push(control)
  }
  for (const option of listOf(at(result, 'configOptions'))) add(configControl(option))
  if (!covers(controls, 'mode')) add(modeControl(at(result, 'modes')))
  if (!covers(controls, 'model')) add(modelControl(at(result, 'models')))
  return controls
}

/** The published set in place of the old one, keeping modes and models that were published elsewhere. */
export function withPublished(controls: readonly Control[], published: readonly Control[]): Control[] {
  const kept = controls.filter((control) => control.source !== 'config' && !covers(published, control.id))
  return [...published, ...kept]
}

/** The controls with one value changed; the same array when that changes nothing. `mode` finds a mode by category. */
export function withValue(
  controls: readonly Control[],
  id: string,
  value: string | boolean,
): readonly Control[] {
  const control = controls.find((one) => one.id === id) ?? controls.find((one) => one.category === id)
  if (control === undefined || control.value === value) return controls
  const changed = valued(control, value)
  return changed === null ? controls : controls.map((one) => (one === control ? changed : one))
}

/** Whether the agent published this value. */
export const acceptsValue = (control: Control, value: string | boolean): boolean =>
  control.kind === 'boolean' ? typeof value === 'boolean' : control.choices.some((one) => one.value === value)

function valued(control: Control, value: string | boolean): Control | null {
  if (control.kind === 'boolean') return typeof value === 'boolean' ? { ...control, value } : null
  return typeof value === 'string' ? { ...control, value } : null
}

const covers = (controls: readonly Control[], kind: string): boolean =>
  controls.some((control) => control.id === kind || control.category === kind)

function configControl(value: unknown): Control | null {
  const option = fieldsOf(value)
  const id = wordsOf(option.id)
  if (id === undefined) return null
  const category = wordsOf(option.category)
  const head = {
    id,
    source: 'config' as const,
    name: nameOf(option.name, id),
    ...described(option.description),
    ...(category === undefined ? {} : { category }),
  }
  if (typeof option.currentValue === 'boolean')
    return { ...head, kind: 'boolean', value: option.currentValue }
  if (!Array.isArray(option.options)) return null
  const choices = option.options.flatMap(configChoices)
  return { ...head, kind: 'select', value: textOf(option.currentValue) ?? '', choices }
}

/** One choice, or a group of them flattened. */
function configChoices(value: unknown): ControlChoice[] {
  const option = fieldsOf(value)
  if (Array.isArray(option.options)) {
    const group = nameOf(option.name, textOf(option.group) ?? '')
    return option.options.flatMap(configChoices).map((choice) => ({ ...choice, group }))
  }
  return choiceOf(option.value, option.name, option.description)
}

function modeControl(modes: unknown): Control | null {
  const choices = listOf(at(modes, 'availableModes')).flatMap((mode) =>
    choiceOf(at(mode, 'id'), at(mode, 'name'), at(mode, 'description')),
  )
  if (choices.length === 0) return null
  const value = textOf(at(modes, 'currentModeId')) ?? ''
  return { id: 'mode', source: 'mode', kind: 'select', name: 'Mode', category: 'mode', value, choices }
}

function modelControl(models: unknown): Control | null {
  const choices = listOf(at(models, 'availableModels')).flatMap((model) =>
    choiceOf(at(model, 'modelId'), at(model, 'name'), at(model, 'description')),
  )
  if (choices.length === 0) return null
  const value = textOf(at(models, 'currentModelId')) ?? ''
  return { id: 'model', source: 'model', kind: 'select', name: 'Model', category: 'model', value, choices }
}

function choiceOf(value: unknown, name: unknown, description: unknown): ControlChoice[] {
  if (typeof value !== 'string') return []
  return [{ value, name: nameOf(name, value), ...described(description) }]
}

const described = (value: unknown): { description?: string } => {
  const description = wordsOf(value)
  return description === undefined ? {} : { description }
}

const nameOf = (name: unknown, id: string): string => cleanLabel(textOf(name) ?? '') || cleanLabel(id)
