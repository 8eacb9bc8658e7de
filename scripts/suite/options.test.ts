import { expect, test } from 'bun:test'
import { readOptions } from './options.ts'

test('without words everything runs once', () => {
  expect(readOptions([])).toEqual({
    kind: 'run',
    quick: false,
    weekly: false,
    paths: [],
    agents: { kind: 'no' },
  })
})

test('paths and options go together in any order', () => {
  expect(readOptions(['daemon/acp', '--quick', 'wire'])).toMatchObject({
    kind: 'run',
    quick: true,
    weekly: false,
    paths: ['daemon/acp', 'wire'],
  })
  expect(readOptions(['--weekly'])).toMatchObject({ weekly: true })
  expect(readOptions(['-h'])).toEqual({ kind: 'help' })
})

test('words beside --agents are agents, and everything else runs before them', () => {
  const asked = (...words: string[]) => readOptions(words)
  expect(asked('--agents')).toMatchObject({ paths: [], agents: { kind: 'yes', named: [] } })
  expect(asked('--agents', 'claude', '--quick', 'kimi')).toMatchObject({
    quick: true,
    paths: [],
    agents: { kind: 'yes', named: ['claude', 'kimi'] },
  })
  expect(asked('--ci', '--agents')).toMatchObject({ agents: { kind: 'yes' } })
  expect(asked('--weekly', '--agents')).toMatchObject({ weekly: true, agents: { kind: 'yes' } })
})

test('CI drives the agents that are there, unless it runs some of the tests only', () => {
  expect(readOptions(['--ci'])).toMatchObject({ paths: [], agents: { kind: 'if_there' } })
  expect(readOptions(['--ci', 'daemon/acp'])).toMatchObject({
    paths: ['daemon/acp'],
    agents: { kind: 'no' },
  })
})

test('what cannot be meant is refused with a reason', () => {
  expect(readOptions(['--fast'])).toEqual({ kind: 'refused', sentence: 'unknown option --fast' })
  expect(readOptions(['--weekly', '--quick'])).toMatchObject({ kind: 'refused' })
  expect(readOptions(['--weekly', 'daemon'])).toMatchObject({ kind: 'refused' })
  expect(readOptions(['--agents', 'daemon/acp'])).toEqual({
    kind: 'refused',
    sentence: '--agents: there is no agent daemon/acp',
  })
})
