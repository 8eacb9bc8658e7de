import { expect, test } from 'bun:test'
import type { Agent } from '../../shared/wire/agent.ts'
import { aSession } from '../state/testing/session.ts'
import { homeDirectory, recentDirectories, startingAgent } from './starting-choice.ts'

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

test('the last choice stands as long as it can be run; then the newest session’s, then any', () => {
  const all = [agent('demo'), agent('claude'), agent('codex'), agent('kimi', false)]
  expect(startingAgent('claude', sessions, all)).toBe('claude')
  expect(startingAgent('kimi', sessions, all)).toBe('codex')
  expect(startingAgent('', [], all)).toBe('claude')
  expect(startingAgent('', [], [agent('demo')])).toBe('demo')
  expect(startingAgent('', [], [agent('kimi', false)])).toBeNull()
})

test('a machine that cannot be asked is given what ran there last', () => {
  expect(startingAgent('claude', sessions, null)).toBe('claude')
  expect(startingAgent('', sessions, null)).toBe('gone')
  expect(startingAgent('', [], null)).toBeNull()
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
