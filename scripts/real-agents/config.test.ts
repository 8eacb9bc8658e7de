import { expect, test } from 'bun:test'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { agentsCache } from './config.ts'

test('the cache is where it was said to be, else in the user’s cache', () => {
  const own = `${homedir()}/.cache/fairlead/agents`
  expect(agentsCache({ FAIRLEAD_AGENTS_CACHE: 'here', XDG_CACHE_HOME: '/caches' })).toBe(resolve('here'))
  expect(agentsCache({ FAIRLEAD_AGENTS_CACHE: '', XDG_CACHE_HOME: '/caches' })).toBe(
    '/caches/fairlead/agents',
  )
  expect(agentsCache({ XDG_CACHE_HOME: 'relative' })).toBe(own)
  expect(agentsCache({})).toBe(own)
})
