import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { showInvisible } from '../../shared/untrusted.ts'
import { invisibleCount, visibleParts } from './visible-parts.ts'

const joined = (text: string): string =>
  visibleParts(text)
    .map((part) => part.text)
    .join('')

test('what hides is marked, and a backslash that was typed is not', () => {
  expect(visibleParts('a\u202eb \\u{202e}')).toEqual([
    { text: 'a', hidden: false },
    { text: '\\u{202e}', hidden: true },
    { text: 'b \\u{202e}', hidden: false },
  ])
  expect(invisibleCount('a\u202eb \\u{202e}\u0007\u200b\u{e0041}')).toBe(4)
})

test('newlines, tabs and pictures are shown as they are', () => {
  expect(visibleParts('a\n\tb ❤️ 中文')).toEqual([{ text: 'a\n\tb ❤️ 中文', hidden: false }])
})

test('the pieces together are what showInvisible says, for any text', () => {
  const odd = fc.constantFrom(
    '\u202e',
    '\u200b',
    '\ufe0f',
    '❤',
    '\u0007',
    '\u{e0041}',
    'a',
    '\\u{1}',
    '\n',
    '\ud800',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(odd, fc.string({ unit: 'binary' })), { maxLength: 20 }), (pieces) => {
      const text = pieces.join('')
      expect(joined(text)).toBe(showInvisible(text))
    }),
    { seed: 7, numRuns: 500 },
  )
})
