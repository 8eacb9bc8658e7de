import { expect, test } from 'bun:test'
import { realAgents } from './agents.ts'
import type { Expected } from './expected.ts'
import { expectedLacks } from './expected.ts'
import { judge } from './judge.ts'
import { scenarios } from './scenarios.ts'

const known: Expected = { agent: 'qwen', scenario: 'x', lack: 'no_diff', reason: 'It shows none.' }

test('a lack that is known has its reason, any other cell that is no pass fails', () => {
  expect(judge({ kind: 'pass' }, undefined)).toEqual({ kind: 'yes' })
  expect(judge({ kind: 'lacks', lack: 'no_diff' }, known)).toEqual({
    kind: 'known',
    reason: 'It shows none.',
  })
  expect(judge({ kind: 'lacks', lack: 'no_diff' }, undefined).kind).toBe('wrong')
  expect(judge({ kind: 'lacks', lack: 'says_no_error' }, known).kind).toBe('wrong')
  expect(judge({ kind: 'failed', words: 'the turn to end' }, known)).toEqual({
    kind: 'wrong',
    words: 'failed: the turn to end',
  })
})

test('a pass that was not expected fails too', () => {
  expect(judge({ kind: 'pass' }, known)).toEqual({
    kind: 'wrong',
    words: 'passes, and was expected not to: no_diff',
  })
})

test('what is expected names an agent and a scenario that there are, once', () => {
  const cells = expectedLacks.map(({ agent, scenario }) => `${agent} ${scenario}`)
  const all = realAgents.flatMap(({ id }) => scenarios.map((scenario) => `${id} ${scenario.id}`))
  expect(cells.filter((cell) => !all.includes(cell))).toEqual([])
  expect(new Set(cells).size).toBe(cells.length)
  expect(new Set(scenarios.map(({ id }) => id)).size).toBe(scenarios.length)
})
