import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { breakLine, noLine, streamPiece } from './open-line.ts'

const piece = (run: string, text: string) => ({ run, text, start: '', indent: '  ' })

test('however a text is cut into pieces, it prints the same', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n') })
  fc.assert(
    fc.property(text, fc.array(fc.nat(20)), (whole, cuts) => {
      const places = [
        0,
        ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b),
        whole.length,
      ]
      const line = noLine()
      const pieces = places.slice(1).map((end, index) => whole.slice(places[index], end))
      const printed = pieces.map((part) => streamPiece(line, piece('r', part))).join('')
      expect(printed).toBe(streamPiece(noLine(), piece('r', whole)))
      const lines = whole.split('\n')
      expect(printed + breakLine(line)).toBe(
        lines.map((one, n) => (n === lines.length - 1 && one === '' ? '' : `  ${one}\n`)).join(''),
      )
    }),
  )
})

test('another run begins on its own line', () => {
  const line = noLine()
  expect(streamPiece(line, piece('a', 'one')) + streamPiece(line, piece('b', 'two\n'))).toBe('  one\n  two\n')
  expect(breakLine(line)).toBe('')
})
