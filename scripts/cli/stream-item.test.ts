import { expect, test } from 'bun:test'
import { itemOf, knownEvent } from './stream-item.ts'

test('frames are read with or without their envelope, and ids of any kind are ignored', () => {
  expect(itemOf({ id: 3, data: { type: 'ping' } })).toEqual({ type: 'ping' })
  expect(itemOf({ type: 'end', why: 'daemon_stopping' })).toEqual({ type: 'end', why: 'daemon_stopping' })
})

test('a kind of a later version is passed over, a broken one of this version is not', () => {
  expect(itemOf({ data: { type: 'telepathy', of: 1 } })).toBeNull()
  expect(() => itemOf({ data: { type: 'event', event: { seq: 'x' } } })).toThrow('does not know')
  expect(() => itemOf('text')).toThrow('does not know')
})

test('an event of a later version keeps its place and all of its fields', () => {
  const later = { seq: 4, at: 1, type: 'weather', sky: 'blue' }
  expect(itemOf({ data: { type: 'event', event: later } })).toEqual({ type: 'event', event: later })
  expect(knownEvent(later)).toBeNull()
})
