import { expect, test } from 'bun:test'
import { scopeWords, withScope } from './scope-words.ts'

test('what a grant allows is said in plain words, the least first', () => {
  expect(scopeWords(['session:read'])).toBe('see sessions')
  expect(scopeWords(['session:write', 'session:read'])).toBe('see sessions and work in it')
  expect(scopeWords(['machine:admin', 'session:write', 'session:read'])).toBe(
    'see sessions, work in it, and set it up',
  )
})

test('whoever may work in a machine sees it, and whoever may not see it may do nothing', () => {
  expect(withScope([], 'session:write', true)).toEqual(['session:read', 'session:write'])
  expect(withScope(['session:read', 'session:write'], 'session:write', false)).toEqual(['session:read'])
  expect(withScope(['session:read', 'session:write', 'machine:admin'], 'session:read', false)).toEqual([])
})
