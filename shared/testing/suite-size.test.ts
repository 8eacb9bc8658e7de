import { expect, test } from 'bun:test'
import { inputs } from './suite-size.ts'

test('the weekly run tries the larger number, every other run the smaller', () => {
  expect(inputs(2, 5)).toBe(Bun.env.FAIRLEAD_WEEKLY === '1' ? 5 : 2)
})
