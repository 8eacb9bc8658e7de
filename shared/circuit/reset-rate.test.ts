import { expect, test } from 'bun:test'
import { CIRCUIT_RESETS, CIRCUIT_RESETS_MS } from '../limits.ts'
import { resetRate } from './reset-rate.ts'

test('the hundredth in ten seconds is one too many, the hundredth after them is not', () => {
  const may = resetRate()
  for (let n = 1; n < CIRCUIT_RESETS; n++) expect(may(n)).toBe(true)
  expect(may(1 + CIRCUIT_RESETS_MS + 1)).toBe(true)
  expect(may(1 + CIRCUIT_RESETS_MS + 1)).toBe(false)
})
