import { expect, test } from 'bun:test'
import { parseSwitch } from './values.ts'

test('switches read 1, true, yes and 0, false, no, and nothing else', () => {
  expect(['1', 'true', 'yes'].map(parseSwitch)).toEqual([true, true, true])
  expect(['0', 'false', 'no'].map(parseSwitch)).toEqual([false, false, false])
  expect(['', 'on', 'TRUE', '2'].map(parseSwitch)).toEqual([undefined, undefined, undefined, undefined])
})
