import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fromBase64Url, toBase64Url } from './base64url.ts'

test('what is written is read back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
      expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes)
    }),
  )
})

test.each(['-_-_', ''])('%p is canonical', (text) => expect(fromBase64Url(text)).not.toBeNull())

test.each(['AA==', 'AB', 'A', 'AA AA', '+/+/', 'ü'])('%p is refused', (text) =>
  expect(fromBase64Url(text)).toBeNull(),
)
