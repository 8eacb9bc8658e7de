import { expect, test } from 'bun:test'
import type { Agent } from '../../shared/wire/agent.ts'
import type { Control } from '../../shared/wire/control.ts'
import { startingControls } from './offered-controls.ts'

const choices = (...values: string[]) => values.map((value) => ({ value, name: value }))
const mode: Control = {
  id: 'm',
  category: 'mode',
  source: 'mode',
  kind: 'select',
  name: 'Mode',
  value: 'auto',
  choices: choices('auto', 'default'),
}
const model: Control = {
  id: 'model',
  source: 'config',
  kind: 'select',
  name: 'Model',
  value: 'a/small',
  choices: choices('a/small', 'a/large', 'b/other'),
}
const web: Control = { id: 'web', source: 'config', kind: 'boolean', name: 'Web', value: false }
const claude: Agent = {
  id: 'claude',
  name: 'Claude',
  found: true,
  program: null,
  signedIn: null,
  mode: 'default',
  install: null,
  notes: [],
}
const from = { agent: claude, preset: null, system: null }
const values = (controls: Control[]) => controls.map(({ value }) => value)

test('what a person sets goes before the preset, that before the mode that asks, that before the agent’s own', () => {
  const preset = { id: 'ps_1', name: 'P', agent: 'claude', model: 'a/large' }
  expect(values(startingControls([mode, model, web], {}, from))).toEqual(['default', 'a/small', false])
  expect(values(startingControls([mode, model, web], {}, { ...from, preset }))).toEqual([
    'default',
    'a/large',
    false,
  ])
  const picked = { m: 'auto', model: 'b/other', web: true }
  expect(values(startingControls([mode, model, web], picked, { ...from, preset }))).toEqual([
    'auto',
    'b/other',
    true,
  ])
})

test('models are those of the preset’s system and the one that is set', () => {
  const system = { id: 'sy_1', name: 'B', kind: 'openai', models: ['b/other'], keySetAt: null } as const
  const narrowed = startingControls([model], {}, { ...from, system: { ...system, models: ['b/other'] } })
  expect(narrowed).toMatchObject([{ choices: choices('a/small', 'b/other') }])
  const elsewhere = startingControls([model], {}, { ...from, system: { ...system, models: ['unheard-of'] } })
  expect(elsewhere).toMatchObject([{ choices: choices('a/small', 'a/large', 'b/other') }])
})
