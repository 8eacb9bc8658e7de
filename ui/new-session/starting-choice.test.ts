import { expect, test } from 'bun:test'
import type { Agent } from '../../shared/wire/agent.ts'
import { aSession } from '../state/testing/session.ts'
import { homeDirectory, lastAgent, recentDirectories, startingTile } from './starting-choice.ts'
import { allTiles } from './tiles.ts'

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

const sessions = [
  aSession({ id: 's_1', agent: 'codex', cwd: '/a', createdAt: 1 }),
  aSession({ id: 's_2', agent: 'gone', cwd: '/b', createdAt: 3 }),
  aSession({ id: 's_3', agent: 'codex', cwd: '/a', createdAt: 2 }),
]

const tiles = (...agents: Agent[]) => allTiles(agents, [{ id: 'ps_1', name: 'P', agent: 'claude' }])

test('the last choice stands as long as it can be run; then the newest session’s, then any', () => {
  const all = tiles(agent('demo'), agent('claude'), agent('codex'), agent('kimi', false))
  expect(startingTile(['claude'], sessions, all, null)?.id).toBe('claude')
  expect(startingTile(['ps_1', 'claude'], sessions, all, null)?.id).toBe('ps_1')
  expect(startingTile(['ps_gone', 'claude'], sessions, all, null)?.id).toBe('claude')
  expect(startingTile(['kimi'], sessions, all, null)?.id).toBe('codex')
  expect(startingTile([''], [], all, null)?.id).toBe('claude')
  expect(startingTile([''], [], tiles(agent('demo')), null)?.id).toBe('demo')
  expect(startingTile([''], [], all, ['gone', 'ps_1', 'demo'])?.id).toBe('ps_1')
  expect(startingTile([''], [], [], null)).toBeNull()
})

test('while the machine cannot be asked, what was used last stands', () => {
  expect(lastAgent('claude', sessions)).toBe('claude')
  expect(lastAgent('', sessions)).toBe('gone')
  expect(lastAgent('', [])).toBeNull()
})

test('directories are offered newest first, each once', () => {
  expect(recentDirectories(sessions, 5)).toEqual(['/b', '/a'])
  expect(recentDirectories(sessions, 1)).toEqual(['/b'])
})

test('the owner’s home is told from the daemon’s usual place, and not guessed from another', () => {
  expect(homeDirectory('/home/ada/.fairlead')).toBe('/home/ada')
  expect(homeDirectory('/srv/fairlead')).toBeNull()
  expect(homeDirectory('/.fairlead')).toBeNull()
})
