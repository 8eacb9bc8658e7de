import { expect, test } from 'bun:test'
import { rejection } from './rejection.ts'

test('answers what a promise rejects with', async () => {
  const error = new RangeError('too far')
  expect(await rejection(Promise.reject(error))).toBe(error)
})

test('a promise that is fulfilled is a failure', async () => {
  const outcome = rejection(Promise.resolve(1)).then(
    () => 'nothing was said',
    (error: unknown) => String(error),
  )
  expect(await outcome).toBe('TypeError: it was fulfilled, with 1')
})

test('holds also inside the batch of immediates that settles the promise', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  const seen = Promise.withResolvers<unknown>()
  setImmediate(() => void rejection(promise).then(seen.resolve))
  setImmediate(() => reject(new RangeError('later in the batch')))
  expect(String(await seen.promise)).toBe('RangeError: later in the batch')
})
