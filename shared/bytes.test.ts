import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { concat, fromUtf8, headUtf8, tailUtf8, utf8, utf8Length } from './bytes.ts'

/** Any units at all, lone surrogates with them, and many code points of every length. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
)

test('the length is what encoding gives, for any text', () => {
  fc.assert(fc.property(anyText, (text) => expect(utf8Length(text)).toBe(utf8(text).length)))
})

test('lengths by example', () => {
  const examples: [string, number][] = [
    ['', 0],
    ['a', 1],
    ['é', 2],
    ['€', 3],
    ['🚀', 4],
    ['\ud83d', 3],
    ['\ude80\ud83d', 6],
    ['\ud83d\ud83d\ude80', 7],
  ]
  for (const [text, bytes] of examples) expect(utf8Length(text)).toBe(bytes)
})

test('bytes of whole text come back as the same text', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(fromUtf8(utf8(text))).toBe(text)))
  expect(fromUtf8(new Uint8Array([0x61, 0xff]))).toBe('a\ufffd')
})

test('a head is the longest prefix of whole code points that fits', () => {
  fc.assert(
    fc.property(anyText, fc.nat(40), (text, limit) => {
      const head = headUtf8(text, limit)
      expect(text.startsWith(head)).toBe(true)
      expect(utf8Length(head)).toBeLessThanOrEqual(limit)
      const next = [...text.slice(head.length)][0]
      if (next !== undefined) expect(utf8Length(head + next)).toBeGreaterThan(limit)
      expect([...head]).toEqual([...text].slice(0, [...head].length))
    }),
  )
})

test('a tail is the longest suffix of whole code points that fits', () => {
  fc.assert(
    fc.property(anyText, fc.nat(40), (text, limit) => {
      const tail = tailUtf8(text, limit)
      expect(text.endsWith(tail)).toBe(true)
      expect(utf8Length(tail)).toBeLessThanOrEqual(limit)
      const before = [...text.slice(0, text.length - tail.length)].at(-1)
      if (before !== undefined) expect(utf8Length(before + tail)).toBeGreaterThan(limit)
      const points = [...text]
      expect([...tail]).toEqual(points.slice(points.length - [...tail].length))
    }),
  )
})

test('a cut never splits a pair', () => {
  expect(headUtf8('a🚀b', 4)).toBe('a')
  expect(headUtf8('a🚀b', 5)).toBe('a🚀')
  expect(tailUtf8('a🚀b', 4)).toBe('b')
  expect(tailUtf8('a🚀b', 5)).toBe('🚀b')
  expect(headUtf8('abc', 0)).toBe('')
  expect(tailUtf8('abc', 0)).toBe('')
})

test('concat puts the parts behind each other and shares no memory with them', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (parts) => {
      expect([...concat(parts)]).toEqual(parts.flatMap((part) => [...part]))
    }),
  )
  const part = new Uint8Array([1])
  const whole = concat([part])
  part[0] = 9
  expect(whole[0]).toBe(1)
})
