import { expect, test } from 'bun:test'
import { rejection } from '../../shared/testing/rejection.ts'
import { ScenarioFailed } from './scenario.ts'
import { waitUntil, within } from './wait-until.ts'

test('what is there is given at once, also when it is empty', async () => {
  expect(await waitUntil('a text', 0, () => '')).toBe('')
  expect(await within('a number', 60_000, Promise.resolve(0))).toBe(0)
})

test('what does not come is named', async () => {
  const never = new Promise<never>(() => {})
  expect(await rejection(waitUntil('the file', 0, () => null))).toEqual(new ScenarioFailed('the file'))
  expect(await rejection(within('the turn to end', 0, never))).toEqual(new ScenarioFailed('the turn to end'))
})
