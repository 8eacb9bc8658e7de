import { expect, test } from 'bun:test'
import { terminalSpans } from './ansi.ts'

const looks = (text: string) =>
  terminalSpans(text).map(({ text: words, colour, bold, inverse }) => ({ words, colour, bold, inverse }))

test('colours, bold and inverse start and end', () => {
  expect(looks('a\u001b[1;31mb\u001b[22mc\u001b[0md\u001b[7me')).toEqual([
    { words: 'a', colour: null, bold: false, inverse: false },
    { words: 'b', colour: 1, bold: true, inverse: false },
    { words: 'c', colour: 1, bold: false, inverse: false },
    { words: 'd', colour: null, bold: false, inverse: false },
    { words: 'e', colour: null, bold: false, inverse: true },
  ])
})

test('long colours become the nearest of the eight, and their parameters are not read as others', () => {
  expect(looks('\u001b[38;5;196mx')[0]).toMatchObject({ colour: 1, bold: false })
  expect(looks('\u001b[38;2;10;200;30mx')[0]).toMatchObject({ colour: 2 })
  expect(looks('\u001b[48;5;1;1mx')[0]).toMatchObject({ colour: null, bold: true })
})

test('a line that is written over shows its last state', () => {
  expect(looks(' 10%\r 55%\r100%\ndone\r\n').map(({ words }) => words)).toEqual(['100%\ndone\n'])
})

test('nothing but colour gets through', () => {
  const spans = terminalSpans(
    'a\u001b[2Jb\u001b]0;title\u0007c\u001b]8;;https://evil.example\u001b\\d\u009b5ne\u0008',
  )
  expect(spans.map(({ text }) => text).join('')).toBe('abcd5ne')
})
