import { expect, test } from 'bun:test'
import { rejection } from './rejection.ts'
import { waitFor } from './wait-for.ts'

test('returns what the look gave as soon as it gives something', async () => {
  let looks = 0
  expect(await waitFor('three looks', 5_000, () => (++looks === 3 ? 'seen' : null))).toBe('seen')
  expect(looks).toBe(3)
  expect(await waitFor('zero is something', 5_000, () => 0)).toBe(0)
})

test('gives up at its deadline, naming what did not come', async () => {
  expect(String(await rejection(waitFor('a thing that never is', 20, () => false)))).toContain(
    'waited 20 ms for a thing that never is',
  )
})
