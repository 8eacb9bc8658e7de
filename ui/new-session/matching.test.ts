import { expect, test } from 'bun:test'
import { matching } from './matching.ts'

const row = (id: string, title: string | null, cwd: string | null) => ({ id, title, cwd, updatedAt: null })
const rows = [
  row('a1', 'Mend the Parser', '/srv/api'),
  row('b2', null, '/srv/web'),
  row('c3', 'Parser', null),
]
const found = (words: string) => matching(rows, words).map(({ id }) => id)

test('a conversation is found by words of its title, its directory and its id, in any order', () => {
  expect(found('')).toEqual(['a1', 'b2', 'c3'])
  expect(found(' parser ')).toEqual(['a1', 'c3'])
  expect(found('api PARSER')).toEqual(['a1'])
  expect(found('b2')).toEqual(['b2'])
  expect(found('null')).toEqual([])
})
