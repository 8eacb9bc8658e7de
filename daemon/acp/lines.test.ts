import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { utf8 } from '../../shared/bytes.ts'
import { type Line, lineSplitter } from './lines.ts'

const split = (chunks: Uint8Array[], start = 0, maxBytes = 1_000): Line[] => {
  const splitter = lineSplitter(start, maxBytes)
  return chunks.flatMap((chunk) => splitter.push(chunk))
}

test('offsets are absolute and point just after the newline', () => {
  expect(split([utf8('ab\ncd'), utf8('é\n\nrest')], 100)).toEqual([
    { kind: 'line', text: 'ab', end: 103 },
    { kind: 'line', text: 'cdé', end: 108 },
    { kind: 'line', text: '', end: 109 },
  ])
})

test('a chunk may be reused by its reader once pushed', () => {
  const splitter = lineSplitter(0, 100)
  const buffer = utf8('half')
  splitter.push(buffer)
  buffer.fill(0)
  expect(splitter.push(utf8(' line\n'))).toEqual([{ kind: 'line', text: 'half line', end: 10 }])
})

test('a line over the bound is said once and the next one is read', () => {
  const all: Line[] = [
    { kind: 'line', text: '12345', end: 6 },
    { kind: 'overflow', end: 12 },
    { kind: 'line', text: 'ok', end: 23 },
  ]
  expect(split([utf8('12345\n1234567890123\nok\n')], 0, 5)).toEqual(all)
  expect(split([utf8('12345\n1234567'), utf8('890'), utf8('123\nok\n')], 0, 5)).toEqual(all)
})

test('the same bytes give the same lines however they are cut', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀', '\n', '{', '"') })
  fc.assert(
    fc.property(text, fc.array(fc.nat(60)), fc.integer({ min: 1, max: 12 }), (whole, cuts, maxBytes) => {
      const bytes = utf8(whole)
      const at = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length]
      const chunks = at.slice(1).map((end, i) => bytes.slice(at[i], end))
      expect(split(chunks, 7, maxBytes)).toEqual(split([bytes], 7, maxBytes))
    }),
    { seed: 1 },
  )
})

test('a line of 4 MiB in chunks of 4 KiB is copied, not copied again and again', () => {
  const splitter = lineSplitter(0, 8 * 1024 * 1024)
  const chunk = new Uint8Array(4096).fill(120)
  for (let i = 0; i < 1024; i++) expect(splitter.push(chunk)).toEqual([])
  const [line] = splitter.push(utf8('\n'))
  expect(line?.kind === 'line' && line.text.length).toBe(4 * 1024 * 1024)
})
