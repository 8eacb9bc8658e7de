import { expect, test } from 'bun:test'
import type { Control } from '../../shared/wire/control.ts'
import { acceptsValue, readControls, withPublished, withValue } from './controls.ts'
import { at } from './json.ts'
import { controlRequest } from './requests.ts'
import { readWireLogs } from './wire-log.ts'

function recorded(agent: string): Control[] {
  for (const log of readWireLogs()) {
    if (log.name !== `${agent}-text`) continue
    for (const { from, message } of log.entries) {
      if (from !== 'agent' || message.kind !== 'response' || !message.outcome.ok) continue
      if (at(message.outcome.result, 'sessionId') !== undefined) return readControls(message.outcome.result)
    }
  }
  throw new Error(`no session of ${agent}`)
}

const summary = (controls: readonly Control[]): string[] =>
  controls.map(
    (one) => `${one.source} ${one.id}=${one.value} ${one.kind === 'select' ? one.choices.length : 'boolean'}`,
  )

test.each([
  [
    'claude',
    [
      'config mode=default 5',
      'config model=default 5',
      'config effort=default 6',
      'config fast=false boolean',
      'config ultracode=false boolean',
    ],
  ],
  [
    'codex',
    [
      'config mode=agent 4',
      'config collaboration_mode=default 2',
      'config model=gpt-5.5 9',
      'config reasoning_effort=medium 4',
      'config fast-mode=false boolean',
    ],
  ],
  ['zcodex', ['config mode=read-only 3', 'config model=gpt-5.5 5', 'config reasoning_effort=medium 4']],
  ['gemini', ['mode mode=default 4', 'model model=auto 6']],
  ['kimi', ['config model=stub 1', 'config mode=default 4']],
  ['opencode', ['config model=stub/stub-1 2', 'config effort=low 4', 'config mode=build 2']],
])('%s publishes each control once', (agent, controls) => {
  expect(summary(recorded(agent))).toEqual(controls)
})

test('a mode and a config option are set by the request of the place they came from', () => {
  const [mode, model] = recorded('gemini')
  const fast = recorded('claude').find((one) => one.id === 'fast')
  const effort = recorded('claude').find((one) => one.id === 'effort')
  if (!mode || !model || !fast || !effort) throw new Error('a control is missing')
  expect(controlRequest('s', mode, 'yolo')).toEqual({
    method: 'session/set_mode',
    params: { sessionId: 's', modeId: 'yolo' },
  })
  expect(controlRequest('s', model, 'auto').params).toEqual({ sessionId: 's', modelId: 'auto' })
  expect(controlRequest('s', fast, true)).toEqual({
    method: 'session/set_config_option',
    params: { sessionId: 's', configId: 'fast', value: true, type: 'boolean' },
  })
  expect(controlRequest('s', effort, 'high').params).toEqual({
    sessionId: 's',
    configId: 'effort',
    value: 'high',
  })
})

test('groups of options are flattened with their group', () => {
  const [control] = readControls({
    configOptions: [
      {
        id: 'model',
        name: 'Model',
        type: 'select',
        currentValue: 'a',
        options: [
          { group: 'g', name: 'Big', options: [{ value: 'a', name: 'A', description: 'first' }] },
          { value: 'b', name: '' },
        ],
      },
      { id: 'later', type: 'slider', currentValue: 3 },
    ],
  })
  expect(control).toMatchObject({
    choices: [
      { value: 'a', name: 'A', description: 'first', group: 'Big' },
      { value: 'b', name: 'b' },
    ],
  })
})

test('a value changes one control, by id or by category, and only to its own kind', () => {
  const controls = recorded('claude')
  expect(summary(withValue(controls, 'mode', 'plan'))).toContain('config mode=plan 5')
  expect(withValue(controls, 'mode', 'default')).toBe(controls)
  expect(withValue(controls, 'fast', 'yes')).toBe(controls)
  expect(withValue(controls, 'no-such', 'x')).toBe(controls)
  const renamed: Control[] = [
    {
      id: 'permissions',
      category: 'mode',
      source: 'config',
      kind: 'select',
      name: 'P',
      value: 'a',
      choices: [],
    },
  ]
  expect(withValue(renamed, 'mode', 'b')).toEqual([{ ...renamed[0], value: 'b' } as Control])
})

test('only a published value is accepted', () => {
  const [mode] = recorded('claude')
  const fast = recorded('claude').find((one) => one.id === 'fast')
  if (!mode || !fast) throw new Error('a control is missing')
  expect([acceptsValue(mode, 'plan'), acceptsValue(mode, 'nope'), acceptsValue(mode, true)]).toEqual([
    true,
    false,
    false,
  ])
  expect([acceptsValue(fast, true), acceptsValue(fast, 'true')]).toEqual([true, false])
})

test('a new set of config options keeps a mode that was published beside them', () => {
  const before = recorded('gemini')
  const [effort] = readControls({
    configOptions: [{ id: 'effort', name: 'Effort', type: 'select', currentValue: 'low', options: [] }],
  })
  if (!effort) throw new Error('no effort')
  expect(summary(withPublished(before, [effort]))).toEqual([
    'config effort=low 0',
    'mode mode=default 4',
    'model model=auto 6',
  ])
  expect(summary(withPublished(before, recorded('kimi')))).toEqual(summary(recorded('kimi')))
})
