import { expect, test } from 'bun:test'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { createBell, createHub } from './hub.ts'

test('a reader is woken for its session, one of the machine for any, and neither after it left', () => {
  const hub = createHub()
  const woken: string[] = []
  const leave = hub.subscribe('s_1', (session) => void woken.push(`one ${session}`))
  const leaveAll = hub.subscribe(null, (session) => void woken.push(`all ${session}`))
  hub.notify(['s_1', 's_2'])
  leave()
  hub.notify(['s_1'])
  leaveAll()
  hub.notify(['s_1'])
  expect(woken).toEqual(['one s_1', 'all s_1', 'all s_2', 'all s_1'])
})

const never = new AbortController().signal

test('a bell that rang before anybody waited is heard, once', async () => {
  const clock = fakeClock()
  const bell = createBell(clock.after)
  bell.ring()
  bell.ring()
  expect(await bell.wait(10, never)).toBe('rung')
  const next = bell.wait(10, never)
  await clock.settle(10)
  expect(await next).toBe('timeout')
})

test('a wait ends with the ring, with its time, or with its reader, and leaves no timer', async () => {
  const clock = fakeClock()
  const bell = createBell(clock.after)
  const rung = bell.wait(10, never)
  bell.ring()
  expect(await rung).toBe('rung')
  const abort = new AbortController()
  const aborted = bell.wait(10, abort.signal)
  abort.abort()
  expect(await aborted).toBe('aborted')
  expect(await bell.wait(10, abort.signal)).toBe('aborted')
  expect(clock.pending()).toBe(0)
})
