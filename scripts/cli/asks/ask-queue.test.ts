import { expect, test } from 'bun:test'
import { createAskQueue } from './ask-queue.ts'

test('asks come one at a time in their order, each once, and settled ones are put aside', async () => {
  const log: string[] = []
  const open = new Map<string, () => void>()
  const queue = createAskQueue(
    (ask, signal) => {
      log.push(ask)
      const { promise, resolve } = Promise.withResolvers<void>()
      open.set(ask, resolve)
      signal.addEventListener('abort', () => {
        log.push(`${ask} settled`)
        resolve()
      })
      return promise
    },
    () => {},
  )
  for (const ask of ['a', 'b', 'a', 'c', 'd']) queue.raise(ask)
  queue.settle('b')
  queue.settle('a')
  await Promise.resolve()
  await Promise.resolve()
  queue.raise('a')
  open.get('c')?.()
  await Promise.resolve()
  await Promise.resolve()
  expect(log).toEqual(['a', 'a settled', 'c', 'd'])
})

test('one that throws is reported and the next still comes', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const errors: unknown[] = []
  const queue = createAskQueue(
    async (ask) => {
      if (ask === 'a') throw new Error('no')
      resolve(ask)
    },
    (error) => errors.push(error),
  )
  queue.raise('a')
  queue.raise('b')
  expect(await promise).toBe('b')
  expect(errors).toHaveLength(1)
})
