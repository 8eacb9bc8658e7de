import { expect, test } from 'bun:test'
import { claude } from './agents/claude.ts'
import { qwen } from './agents/qwen.ts'
import type { Verdict } from './judge.ts'
import { page, type Tried, terminalTable, wrongCells } from './table.ts'

const scenario = (id: string): Tried => ({ id, title: `It does ${id}` })
const verdicts: Record<string, Verdict> = {
  'claude a': { kind: 'yes' },
  'claude b': { kind: 'known', reason: 'It never does.' },
  'qwen a': { kind: 'wrong', words: 'failed: the turn to end' },
  'qwen b': { kind: 'known', reason: 'It never does.' },
}
const seen = {
  agents: [claude, qwen],
  scenarios: [scenario('a'), scenario('b')],
  verdict: (agent: { id: string }, { id }: Tried) => verdicts[`${agent.id} ${id}`],
}

test('the page has a cell for each scenario, and a reason once for all that share it', () => {
  const lines = page(seen, { ...seen, agents: [claude], scenarios: [scenario('a')] }).split('\n')
  expect(lines).toContain('|  | claude | qwen |')
  expect(lines).toContain('| It does a | yes |  |')
  expect(lines.slice(lines.indexOf('## In the browser'))).toContain('| It does a | yes |')
  expect(lines).toContain('| It does b | – (1) | – (1) |')
  expect(lines.filter((line) => line.includes('It never does.'))).toEqual(['1. It never does.'])
  expect(lines).toContain(`| claude | \`${claude.package}\` | ${claude.version} |`)
})

test('a terminal shows the same in columns and names what is wrong', () => {
  expect(terminalTable(seen)).toBe(['   claude  qwen', 'a  yes     WRONG', 'b  known   known'].join('\n'))
  expect(wrongCells(seen)).toEqual(['qwen a: failed: the turn to end'])
})
