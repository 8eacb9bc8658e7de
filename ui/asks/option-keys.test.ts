import { expect, test } from 'bun:test'
import { isRefusal, leadingOption, optionForKey } from './option-keys.ts'

const press = (key: string, more = {}) => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
  ...more,
})
const OPTIONS = [
  { id: 'always', name: 'Always', kind: 'allow_always' },
  { id: 'once', name: 'Yes', kind: 'allow_once' },
  { id: 'no', name: 'No', kind: 'reject_once' },
]

test('a number is the agent’s option in the agent’s order', () => {
  expect(optionForKey(press('1'), OPTIONS, false)?.id).toBe('always')
  expect(optionForKey(press('3'), OPTIONS, false)?.id).toBe('no')
})

test.each([
  ['a number past the last', press('4'), false],
  ['zero', press('0'), false],
  ['a letter', press('y'), false],
  ['a number while typing', press('1'), true],
  ['a key held down', press('1', { repeat: true }), false],
  ['a number with a modifier', press('1', { metaKey: true }), false],
])('%s answers nothing', (_, key, typing) => {
  expect(optionForKey(key, OPTIONS, typing)).toBeNull()
})

test('only refusing never waits: a kind nobody knows is an approval', () => {
  expect(
    ['reject_once', 'reject_always', 'allow_once', 'escalate'].map((kind) =>
      isRefusal({ id: '', name: '', kind }),
    ),
  ).toEqual([true, true, false, false])
})

test('one way to allow once leads; where there are two, none does', () => {
  const [always, once, no] = OPTIONS
  expect(leadingOption(OPTIONS)).toBe(once ?? null)
  expect(leadingOption([once, once, always, no].flatMap((option) => option ?? []))).toBeNull()
})
