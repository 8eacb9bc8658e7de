import { expect, test } from 'bun:test'
import { fillPercent } from './context-gauge.tsx'
import { AT_TYPED, leavesText, walked } from './input-history.ts'
import { matchingCommands } from './slash-commands.ts'

test('the history walks back and comes back to what was being typed', () => {
  const history = ['newest', 'older']
  const one = walked(history, AT_TYPED, 'half', 1)
  expect(one).toEqual({ place: { back: 1, typed: 'half' }, text: 'newest' })
  const two = one && walked(history, one.place, one.text, 1)
  expect(two?.text).toBe('older')
  expect(two && walked(history, two.place, two.text, 1)).toBeNull()
  expect(one && walked(history, one.place, one.text, -1)).toEqual({
    place: { back: 0, typed: 'half' },
    text: 'half',
  })
})

test('arrows belong to the text while there is a line to go to, or something is selected', () => {
  expect(leavesText('one\ntwo', 5, 5, 1)).toBe(false)
  expect(leavesText('one\ntwo', 2, 2, 1)).toBe(true)
  expect(leavesText('one\ntwo', 2, 2, -1)).toBe(false)
  expect(leavesText('one', 0, 3, 1)).toBe(false)
})

const command = (name: string) => ({ name, description: '' })

test('a slash lists the agent’s commands, those that begin with the word first', () => {
  const commands = ['review', 'preview', 'clear'].map(command)
  expect(matchingCommands('/', commands)).toHaveLength(3)
  expect(matchingCommands('/Rev', [...commands].reverse())?.map(({ name }) => name)).toEqual([
    'review',
    'preview',
  ])
})

test('text that goes on, or does not begin with a slash, is no command being typed', () => {
  expect([
    matchingCommands('/review 12', []),
    matchingCommands('a /review', []),
    matchingCommands('', []),
  ]).toEqual([null, null, null])
})

test('what an agent did not say of its context is not zero', () => {
  expect([fillPercent(null), fillPercent({ used: 3 }), fillPercent({ used: 3, size: 0 })]).toEqual([
    null,
    null,
    null,
  ])
  expect([fillPercent({ used: 0, size: 9 }), fillPercent({ used: 12, size: 9 })]).toEqual([0, 100])
})
