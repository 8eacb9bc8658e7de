import { expect, test } from 'bun:test'
import { styleOf } from '../style.ts'
import { diffLines } from './diff.ts'

const plain = styleOf(false)

test('a change shows its lines with three of context around them', () => {
  const before = 'a\nb\nc\nd\ne\nf\ng\n'
  expect(diffLines('src/x.ts', before, before.replace('e', 'E'), plain)).toEqual([
    'change src/x.ts',
    '@@ -2,6 +2,6 @@',
    ' b',
    ' c',
    ' d',
    '-e',
    '+E',
    ' f',
    ' g',
  ])
})

test('a new file is all additions, and a missing last newline is said', () => {
  expect(diffLines('n', null, 'one\ntwo', plain)).toEqual([
    'new file n',
    '@@ -0,0 +1,2 @@',
    '+one',
    '+two',
    '\\ No newline at end of file',
  ])
})

test('what a terminal would hide or act on is shown', () => {
  const lines = diffLines('x\u202e\u001b[2J', 'ok\n', 'ok\u200b\u001b[8mhidden\r\n', plain)
  expect(lines[0]).toBe('change x\\u{202e}\\u{001b}[2J')
  expect(lines.at(-1)).toBe('+ok\\u{200b}\\u{001b}[8mhidden\\u{000d}')
})

test('additions are green and removals red where there is colour', () => {
  const lines = diffLines('x', 'a\n', 'b\n', styleOf(true))
  expect(lines.slice(-2)).toEqual(['\u001b[31m-a\u001b[39m', '\u001b[32m+b\u001b[39m'])
})

test('texts too different to compare are shown whole, old then new', () => {
  const many = (word: string) => Array.from({ length: 1_500 }, (_, n) => `${word}${n}`).join('\n')
  const lines = diffLines('x', many('a'), many('b'), plain)
  expect(lines).toHaveLength(3_001)
  expect([lines[1], lines[1_501]]).toEqual(['-a0', '+b0'])
})

test('texts that are the same say so', () => {
  expect(diffLines('x', 'a', 'a', plain)).toEqual(['change x', '  (no change of text)'])
})
