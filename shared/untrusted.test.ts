import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { utf8Length } from './bytes.ts'
import { LABEL_BYTES } from './limits.ts'
import { inputs } from './testing/suite-size.ts'
import { cleanLabel, showInvisible, terminalSafe } from './untrusted.ts'

/** Ordinary text with much of what hides in text. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.integer({ min: 0, max: 0x9f }).map((unit) => String.fromCharCode(unit)),
      fc.integer({ min: 0x2000, max: 0x2070 }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(
        '\u001b[',
        '\u001b]0;',
        '\u001b\\',
        '\u001bP',
        '\u0007',
        '31',
        ';',
        'm',
        'J',
        '\u009b',
        '\ufeff',
      ),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))

const often = { numRuns: inputs(500, 50_000) }

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
const HIDDEN = /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/
const IGNORABLE = /\p{Default_Ignorable_Code_Point}|\p{Cc}|\p{Zl}|\p{Zp}/u

test('a label is one line without anything hidden, within its bytes, whatever came in', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 60 }), (text, limit) => {
      const label = cleanLabel(text, limit)
      expect(label).not.toMatch(CONTROL)
      expect(label).not.toMatch(HIDDEN)
      expect(utf8Length(label)).toBeLessThanOrEqual(limit)
      expect(cleanLabel(label, limit)).toBe(label)
    }),
    often,
  )
})

test('labels by example', () => {
  expect(cleanLabel('  two\n\tlines\r\n ')).toBe('two lines')
  expect(cleanLabel('invoice\u202efdp.exe')).toBe('invoicefdp.exe')
  expect(cleanLabel('a\u200bb\u2066c\ufeff')).toBe('abc')
  expect(cleanLabel('x'.repeat(LABEL_BYTES + 1))).toBe('x'.repeat(LABEL_BYTES))
  expect(cleanLabel('🚀'.repeat(60))).toBe('🚀'.repeat(50))
  expect(cleanLabel('修正テスト é')).toBe('修正テスト é')
  expect(cleanLabel('\u0000\u200b')).toBe('')
  expect(cleanLabel('ab\ufeffc \u200b d')).toBe('abc d')
  expect(cleanLabel('ab cd', 3)).toBe('ab')
})

test('what is to be judged keeps every character: the invisible ones are spelt out', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const shown = showInvisible(text)
      expect(shown.replace(/[\n\t]/g, '')).not.toMatch(CONTROL)
      expect(shown).not.toMatch(HIDDEN)
    }),
    often,
  )
  expect(showInvisible('rm\u202e -rf\u0007 \u200b/\r\n\tx')).toBe(
    'rm\\u{202e} -rf\\u{0007} \\u{200b}/\\u{000d}\n\tx',
  )
})

test('every character that may be drawn as nothing is spelt out, also beyond the first plane', () => {
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const char = String.fromCodePoint(point)
    if (!IGNORABLE.test(char) || char === '\n' || char === '\t') continue
    expect(showInvisible(char)).toBe(`\\u{${point.toString(16).padStart(4, '0')}}`)
    expect(cleanLabel(`a${char}b`).replace(' ', '')).toBe('ab')
  }
})

test('a text hidden in tags or variation selectors is seen by who judges it, and gone from a label', () => {
  const tags = [...'rm'].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('')
  expect(showInvisible(`ls${tags}`)).toBe('ls\\u{e0072}\\u{e006d}')
  expect(cleanLabel(`ls${tags}\ufe01\u{e0101}`)).toBe('ls')
})

test('a picture keeps the selector that says how it is drawn, one only', () => {
  expect(cleanLabel('❤\ufe0f ok')).toBe('❤\ufe0f ok')
  expect(showInvisible('❤\ufe0f\ufe0f a\ufe0f')).toBe('❤\ufe0f\\u{fe0f} a\\u{fe0f}')
})

test('a terminal gets text, newlines, tabs and colour, and nothing that acts', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const safe = terminalSafe(text)
      expect(safe.replaceAll(/\u001b\[[0-9;]*m/g, '').replace(/[\n\t]/g, '')).not.toMatch(CONTROL)
      expect(terminalSafe(safe)).toBe(safe)
    }),
    often,
  )
})

test.each([
  ['a\u001b[31mred\u001b[0m', 'a\u001b[31mred\u001b[0m'],
  ['a\u001b[2Jb', 'ab'],
  ['a\u001b[1;1Hb', 'ab'],
  ['a\u001b]0;title\u0007b', 'ab'],
  ['a\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\', 'alink'],
  ['a\u001bPq payload\u001b\\b', 'ab'],
  ['a\u009b31mb', 'a31mb'],
  ['a\u001bcb', 'ab'],
  ['a\rb\u0008c\n\td', 'abc\n\td'],
  ['a\u001b', 'a'],
  ['a\u001b[', 'a'],
  ['a\u001b]52;c;ZXZpbA==', 'a'],
])('%j reaches a terminal as %j', (text, safe) => expect(terminalSafe(text)).toBe(safe))

test('hostile text takes no more than a moment', () => {
  const long = 1 << 18
  for (const part of ['\u001b', '\u001b[', '\u001b]', '\u001b[0', '\u202e', ' \n', '\u001bP\u001b']) {
    const text = part.repeat(long / part.length)
    expect(terminalSafe(text).length).toBeLessThanOrEqual(text.length)
    expect(showInvisible(text).length).toBeGreaterThanOrEqual(text.length)
    expect(utf8Length(cleanLabel(text))).toBeLessThanOrEqual(LABEL_BYTES)
  }
})
