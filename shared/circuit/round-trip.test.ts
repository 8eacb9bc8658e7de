import { expect, test } from 'bun:test'
import { roundTrip } from './round-trip.ts'

test('a shorter time is believed at once, a longer one little by little', () => {
  const trip = roundTrip()
  expect(trip.ms).toBeNull()
  trip.measured(80)
  trip.measured(40)
  expect(trip.ms).toBe(40)
  trip.measured(120)
  expect(trip.ms).toBe(50)
})
