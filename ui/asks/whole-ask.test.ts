import { expect, test } from 'bun:test'
import type { Ask } from '../../shared/wire/ask.ts'
import { isWhole, missingBlobs, withBlobs } from './whole-ask.ts'

const cut = (blob: string) => ({ head: 'h', tail: 't', bytes: 9, blob })
const ASK: Ask = {
  id: 'perm-1-a',
  session: 's_1',
  openedAt: 0,
  kind: 'permission',
  permission: {
    toolCall: {
      toolCall: 't',
      rawInput: cut('b_1'),
      content: [{ type: 'diff', path: 'a', old: cut('b_2'), new: 'short' }],
    },
    options: [],
  },
}

test('an ask with a text that was cut is not whole until every blob of it is here', () => {
  expect(missingBlobs(ASK)).toEqual(['b_1', 'b_2'])
  expect(isWhole(withBlobs(ASK, new Map([['b_1', 'all']])))).toBe(false)
  const whole = withBlobs(
    ASK,
    new Map([
      ['b_1', 'all'],
      ['b_2', 'old'],
    ]),
  )
  expect(isWhole(whole)).toBe(true)
  expect(whole).toMatchObject({
    permission: { toolCall: { rawInput: 'all', content: [{ old: 'old', new: 'short' }] } },
  })
})

test('a question is whole as it comes', () => {
  expect(
    isWhole({ id: 'e', session: 's', openedAt: 0, kind: 'question', question: { message: '?', fields: [] } }),
  ).toBe(true)
})
