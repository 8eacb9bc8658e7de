import { expect, test } from 'bun:test'
import { wordsSaid } from './words.ts'

test('words are counted when each is there, once and in its place', () => {
  expect(wordsSaid('heron1 wren2 \nowl3')).toBe(3)
  expect(wordsSaid('')).toBe(0)
  expect(wordsSaid('heron1 owl3')).toBe(-1)
  expect(wordsSaid('heron1 heron1 wren2')).toBe(-1)
  expect(wordsSaid('wren2 heron1')).toBe(-1)
})
