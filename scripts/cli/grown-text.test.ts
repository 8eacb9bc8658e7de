import { expect, test } from 'bun:test'
import { grownBy } from './grown-text.ts'

test('output that is read again shows what is new of it, its dropped beginning notwithstanding', () => {
  expect(grownBy('', 'one')).toBe('one')
  expect(grownBy('one', 'one two')).toBe(' two')
  expect(grownBy('one two', 'one two')).toBe('')
  expect(grownBy('one two', 'two three')).toBe(' three')
  expect(grownBy('one', 'another')).toBe('another')
})
