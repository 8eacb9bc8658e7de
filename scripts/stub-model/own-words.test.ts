import { expect, test } from 'bun:test'
import { lastWords, ownWords } from './own-words.ts'

test('what an agent puts around the user’s words is taken off', () => {
  const wrapped = [
    '<system-reminder>\nBe good. [[hang]]\n</system-reminder>\nhello',
    '<environment_context>\n<cwd>/tmp</cwd>\n</environment_context>\n\nhello',
    '<permissions instructions>\nask\n</permissions instructions>hello',
    '<context ref="file://a">the file</context>\nhello',
    '[Request interrupted by user for tool use]\nhello',
    '[[hang]]\n\nhello',
    '[[say a]] [[error 500]]\n\nhello',
  ]
  for (const block of wrapped) expect(ownWords([block])).toEqual(['hello'])
})

test('a block without words of the user is none', () => {
  const added = ['<system-reminder>x</system-reminder>', ' \n', '# AGENTS.md instructions for a\n\nBe good.']
  expect(ownWords([...added, 'hello'])).toEqual(['hello'])
})

test('files that an agent appends are not words', () => {
  expect(ownWords(['look [[say hi]]', '--- Content from referenced files ---', '[[hang]]'])).toEqual([
    'look [[say hi]]',
  ])
})

test('the last block is answered, or an earlier one with directives before one without', () => {
  expect(lastWords([], false)).toBeUndefined()
  expect(lastWords(['one', 'two'], false)).toBe(1)
  expect(lastWords(['[[say hi]]', 'two'], false)).toBe(0)
  expect(lastWords(['[[say a]]', '[[say b]]'], false)).toBe(1)
})

test('a turn that got no answer is not answered with the next one', () => {
  expect(lastWords(['[[hang]]', 'and now?'], false)).toBe(1)
  expect(lastWords(['[[say hi]]', 'and now?'], true)).toBe(1)
})
