import { expect, test } from 'bun:test'
import { modelsOf, presetWords, systemWords } from './preset-words.ts'

test('a preset reads as what it is made of, and names an agent that is gone', () => {
  const system = { id: 'sy_1', name: 'Router', kind: 'openrouter', keySetAt: null } as const
  const kept = { agents: [], presets: [], systems: [{ ...system }] }
  const preset = { id: 'ps_1', name: 'Fast', agent: 'kimi', system: 'sy_1', model: 'k2' }
  expect(presetWords(preset, kept)).toBe('kimi, which is not here any more · Router · k2')
  expect(systemWords(system)).toBe('OpenRouter · no key')
  expect(systemWords({ ...system, keySetAt: 1, baseUrl: 'http://box:1' })).toBe(
    'OpenRouter · http://box:1 · Key stored',
  )
})

test('models are read apart by lines, commas and spaces, each once', () => {
  expect(modelsOf(' a/b, c\nc  d,')).toEqual(['a/b', 'c', 'd'])
  expect(modelsOf('  ')).toEqual([])
})
