import { expect, test } from 'bun:test'
import type { Agent } from '../../shared/wire/agent.ts'
import { allTiles, moved, stripOf } from './tiles.ts'

const agent = (id: string, found = true): Agent => ({
  id,
  name: id,
  found,
  program: null,
  signedIn: null,
  mode: null,
  install: null,
  notes: [],
})
const agents = [agent('demo'), agent('claude'), agent('kimi', false)]
const preset = (id: string, of: string) => ({ id, name: id, agent: of })
const all = allTiles(agents, [preset('ps_1', 'claude'), preset('ps_2', 'kimi')])
const ids = (tiles: { id: string }[]) => tiles.map(({ id }) => id)

test('presets come before bare agents, and nothing that could not be started is offered', () => {
  expect(ids(all)).toEqual(['ps_1', 'demo', 'claude'])
  expect(ids(stripOf(all, null, null))).toEqual(['ps_1', 'demo', 'claude'])
})

test('a person’s order holds, what is gone is passed over, and what is chosen keeps its tile', () => {
  expect(ids(stripOf(all, ['claude', 'kimi', 'ps_1'], null))).toEqual(['claude', 'ps_1'])
  expect(ids(stripOf(all, ['claude'], 'demo'))).toEqual(['claude', 'demo'])
})

test('a tile moves by one place and stays at the ends', () => {
  expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 'x', 1)).toEqual(['a', 'b', 'c'])
})
