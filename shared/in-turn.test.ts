import { expect, test } from 'bun:test'
import { inTurn } from './in-turn.ts'
import { rejection } from './testing/rejection.ts'

test('an act runs once the one before it has ended, also where that failed', async () => {
  const seen: string[] = []
  const gate = Promise.withResolvers<void>()
  let n = 0
  const act = inTurn(async () => {
    const own = ++n
    seen.push(`begun ${own}`)
    if (own === 1) await gate.promise
    seen.push(`ended ${own}`)
  })
  const [first, second] = [act(), act()]
  await Promise.resolve()
  expect(seen).toEqual(['begun 1'])
  gate.reject(new RangeError('broken'))
  expect(String(await rejection(first))).toContain('broken')
  await second
  expect(seen).toEqual(['begun 1', 'begun 2', 'ended 2'])
})
