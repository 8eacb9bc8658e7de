import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { fingerprintHex, fingerprintWords } from './fingerprint.ts'

const key = new Uint8Array(32).fill(7)

test('a fingerprint is eight words, the first 88 bits of SHA-256', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (publicKey) => {
      const words = fingerprintWords(publicKey)
      const bits = words.map((word) => wordlist.indexOf(word).toString(2).padStart(11, '0')).join('')
      const digest = createHash('sha256').update(publicKey).digest()
      const expected = [...digest.subarray(0, 11)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
      expect(bits).toBe(expected)
    }),
    { numRuns: 50, seed: 1 },
  )
})

test('the fingerprints of a known key stay what they are', () => {
  const digest = createHash('sha256').update(key).digest('hex')
  expect(fingerprintHex(key).replaceAll(' ', '')).toBe(digest)
  expect(fingerprintHex(key)).toMatch(/^([0-9a-f]{4} ){15}[0-9a-f]{4}$/)
  expect(fingerprintWords(key)).toMatchInlineSnapshot(`
    [
      "entry",
      "lock",
      "toe",
      "organ",
      "polar",
      "memory",
      "elite",
      "deny",
    ]
  `)
})

test('one bit of a key changes its words', () => {
  const other = Uint8Array.from(key)
  other[31] = 6
  expect(fingerprintWords(other)).not.toEqual(fingerprintWords(key))
})

test('only a whole key has a fingerprint', () => {
  for (const length of [0, 31, 33]) {
    expect(() => fingerprintWords(new Uint8Array(length))).toThrow(RangeError)
    expect(() => fingerprintHex(new Uint8Array(length))).toThrow(RangeError)
  }
})
