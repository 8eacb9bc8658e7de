import { expect, test } from 'bun:test'
import { SUITE_MARK, suiteMark } from './suite-mark.ts'

test('a process that a test starts carries the mark of the suite, where one runs', () => {
  const mark = process.env[SUITE_MARK]
  expect(suiteMark()).toEqual(mark === undefined ? {} : { [SUITE_MARK]: mark })
})
