import { expect, test } from 'bun:test'
import { readOptions } from './options.ts'

test('without words everything runs once', () => {
  expect(readOptions([])).toEqual({ kind: 'run', quick: false, weekly: false, paths: [] })
})

test('paths and options go together in any order', () => {
  expect(readOptions(['daemon/acp', '--quick', 'wire'])).toEqual({
    kind: 'run',
    quick: true,
    weekly: false,
    paths: ['daemon/acp', 'wire'],
  })
  expect(readOptions(['--weekly'])).toMatchObject({ weekly: true })
  expect(readOptions(['-h'])).toEqual({ kind: 'help' })
})

test('what cannot be meant is refused with a reason', () => {
  expect(readOptions(['--fast'])).toEqual({ kind: 'refused', sentence: 'unknown option --fast' })
  expect(readOptions(['--weekly', '--quick'])).toMatchObject({ kind: 'refused' })
  expect(readOptions(['--weekly', 'daemon'])).toMatchObject({ kind: 'refused' })
})
