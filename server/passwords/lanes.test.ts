import { expect, test } from 'bun:test'
import { rejection } from '../../shared/testing/rejection.ts'
import { authorityLimits } from '../limits.ts'
import { createLanes, type Lane } from './lanes.ts'

/** Work that ends when it is told to, and says in which order it began. */
function workshop() {
  const lanes = createLanes(authorityLimits)
  const began: string[] = []
  const ends: (() => void)[] = []
  const begin = (lane: Lane, name: string, address = name): Promise<{ value: string } | null> =>
    lanes.run(lane, address, async () => {
      began.push(name)
      await new Promise<void>((end) => void ends.push(end))
      return name
    })
  const endOne = async (): Promise<void> => {
    ends.shift()?.()
    await new Promise((done) => setImmediate(done))
  }
  return { begin, began, endOne }
}

const names = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, n) => `${prefix}${n}`)

test('four at once, of which two may be public; whoever is signed in goes first', async () => {
  const { begin, began, endOne } = workshop()
  for (const name of names(4, 'p')) void begin('public', name)
  expect(began).toEqual(['p0', 'p1'])
  for (const name of names(4, 's')) void begin('signed_in', name)
  expect(began).toEqual(['p0', 'p1', 's0', 's1'])
  await endOne()
  expect(began.at(-1)).toBe('s2')
  await endOne()
  expect(began.at(-1)).toBe('s3')
  await endOne()
  expect(began.at(-1)).toBe('p2')
})

test('sixteen wait in public, one from an address, and thirty-two signed in; who comes after is told at once', async () => {
  const { begin } = workshop()
  for (const name of names(2 + 16, 'p')) void begin('public', name)
  expect(await begin('public', 'one more')).toBe(null)
  for (const name of names(2 + 32, 's')) void begin('signed_in', name, 'one place')
  expect(await begin('signed_in', 'one more')).toBe(null)
  const other = workshop()
  for (const name of names(2, 'p')) void other.begin('public', name, 'one place')
  void other.begin('public', 'waits', 'one place')
  expect(await other.begin('public', 'waits as well', 'one place')).toBe(null)
})

test('work that fails frees its place', async () => {
  const lanes = createLanes(authorityLimits)
  const fails = async (): Promise<never> => {
    throw new TypeError('broken')
  }
  for (let n = 0; n < 10; n++)
    expect(String(await rejection(lanes.run('public', 'a', fails)))).toContain('broken')
  expect(await lanes.run('public', 'a', async () => 1)).toEqual({ value: 1 })
})
