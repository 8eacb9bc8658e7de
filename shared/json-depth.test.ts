import { expect, test } from 'bun:test'
import { nestedDeeper } from './json-depth.ts'

test('brackets of both kinds count, those beside each other do not', () => {
  expect(nestedDeeper('[[{}]]', 3)).toBe(false)
  expect(nestedDeeper('[[{}]]', 2)).toBe(true)
  expect(nestedDeeper('[[],[],[],[],[]]', 2)).toBe(false)
})

test('brackets in strings do not count, whatever is escaped in them', () => {
  expect(nestedDeeper('["[[[[\\"[[[[\\\\"]', 1)).toBe(false)
  expect(nestedDeeper('["\\\\",[[]]]', 2)).toBe(true)
})

test('text that is cut off is deep as soon as it is', () => {
  expect(nestedDeeper('['.repeat(100_000), 64)).toBe(true)
})
