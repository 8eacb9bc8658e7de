import { expect, test } from 'bun:test'
import { lazy } from './lazy.ts'

test('is made when it is first asked for, and once, whatever it is', () => {
  let made = 0
  const nothing = lazy(() => {
    made++
    return undefined
  })
  expect(made).toBe(0)
  expect([nothing(), nothing()]).toEqual([undefined, undefined])
  expect(made).toBe(1)
})
