/** Modes and configuration options as session/new publishes them. Model and effort change nothing; mode and
 * verbose do. */
export type ModeId = 'ask' | 'auto' | 'plan'

export interface Controls {
  mode: ModeId
  model: string
  effort: string
  verbose: boolean
}

export const newControls = (): Controls => ({
  mode: 'ask',
  model: 'demo-small',
  effort: 'medium',
  verbose: false,
})

interface Choice {
  value: string
  name: string
  description: string
}

const modes: (Choice & { value: ModeId })[] = [
  { value: 'ask', name: 'Ask first', description: 'Asks before it runs a command or writes a file' },
  { value: 'auto', name: 'Automatic', description: 'Runs commands and writes files without asking' },
  { value: 'plan', name: 'Plan only', description: 'Changes nothing' },
]
const models: Choice[] = [
  { value: 'demo-small', name: 'Demo Small', description: 'No model at all' },
  { value: 'demo-large', name: 'Demo Large', description: 'No model either, with a longer name' },
]
const efforts: Choice[] = [
  { value: 'low', name: 'Low', description: 'As fast as it goes' },
  { value: 'medium', name: 'Medium', description: 'Also as fast as it goes' },
  { value: 'high', name: 'High', description: 'No slower' },
]

export const publishedModes = (controls: Controls): unknown => ({
  currentModeId: controls.mode,
  availableModes: modes.map(({ value, name, description }) => ({ id: value, name, description })),
})

/** The boolean is published only to a client that declared it reads them, as the protocol asks. */
export function publishedOptions(controls: Controls, withBoolean: boolean): unknown[] {
  const select = (id: string, name: string, category: string, currentValue: string, options: Choice[]) => ({
    id,
    name,
    category,
    type: 'select',
    currentValue,
    options,
  })
  const selects = [
    select('mode', 'Mode', 'mode', controls.mode, modes),
    select('model', 'Model', 'model', controls.model, models),
    select('effort', 'Effort', 'thought_level', controls.effort, efforts),
  ]
  const verbose = {
    id: 'verbose',
    name: 'Verbose',
    description: 'Thinks aloud before each line',
    type: 'boolean',
    currentValue: controls.verbose,
  }
  return withBoolean ? [...selects, verbose] : selects
}

/** Applies one choice; false when it was never published. */
export function setControl(controls: Controls, id: string, value: unknown): boolean {
  if (id === 'verbose') {
    if (typeof value !== 'boolean') return false
    controls.verbose = value
    return true
  }
  if (id === 'mode') {
    const mode = modes.find((choice) => choice.value === value)
    if (mode !== undefined) controls.mode = mode.value
    return mode !== undefined
  }
  if (id !== 'model' && id !== 'effort') return false
  const chosen = (id === 'model' ? models : efforts).find((choice) => choice.value === value)
  if (chosen !== undefined) controls[id] = chosen.value
  return chosen !== undefined
}
