import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fromBase64url, toBase64url } from './base64url.ts'

test('any bytes come back, and read as other implementations write them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = toBase64url(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64url'))
      expect(fromBase64url(text)).toEqual(bytes)
    }),
    { numRuns: 200, seed: 1 },
  )
})

test('a value has one text: no padding, no blanks, no spare bits, no other alphabet', () => {
  expect(fromBase64url('AQ')).toEqual(Uint8Array.of(1))
  for (const other of ['AQ==', 'AR', 'AQ\n', ' AQ', 'A', 'AQIDB', 'A+', 'A/', 'AÀ', 'AQ=']) {
    expect(fromBase64url(other)).toBeNull()
  }
})
