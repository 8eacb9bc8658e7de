import { expect, test } from 'bun:test'
import { rejection } from '../../shared/testing/rejection.ts'
import { createTurns } from './turns.ts'

test('each waits for the one before, also for one that failed', async () => {
  const turns = createTurns()
  const said: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = turns(async () => {
    await gate.promise
    said.push('first')
    throw new TypeError('it failed')
  })
  const second = turns(async () => {
    said.push('second')
    return 2
  })
  expect(said).toEqual([])
  gate.resolve()
  expect(await rejection(first)).toBeInstanceOf(TypeError)
  expect(await second).toBe(2)
  expect(said).toEqual(['first', 'second'])
})
