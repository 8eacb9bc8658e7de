/** How many sessions are in a turn at once: what is new is refused, what is queued waits for its place. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { daemonLimits } from '../limits.ts'
import { testApi } from '../testing/api.ts'
import { eventsOfType, openSession, type TestCore, testCore, update } from '../testing/core.ts'
import { endProcess } from '../testing/end-process.ts'
import { data } from '../testing/rig.ts'
import { cancelTurn } from './cancel.ts'
import { stopSession } from './stop.ts'

const limits = { activeTurns: daemonLimits.activeTurns }
let home: TempHome
let kit: TestCore
beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path, limits })
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

const row = (id: string) => {
  const found = kit.core.sessions.get(id)
  if (!found) throw new Error('no such session')
  return found
}
const send = (id: string, text: string) =>
  testApi(kit, home.path).api.v1.sessions({ session: id }).prompt.post({ text })
const turnOf = (id: string): number | undefined => kit.core.turns.open(id)?.seq
const finish = (id: string): void =>
  kit.says(id, { id: `prompt:${turnOf(id)}`, result: { stopReason: 'end_turn' } })
const chunk = update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'still here' } })
const five = (): string[] =>
  Array.from({ length: limits.activeTurns }, () => openSession(kit, { text: 'go' }))

test('with five in a turn a sixth is refused, and nothing of its message is kept', async () => {
  const busy = five()
  const idle = openSession(kit)
  const refused = await send(idle, 'me too')
  expect(refused.error?.value).toMatchObject({ error: { code: 'machine_busy', detail: { bound: 5 } } })
  expect(eventsOfType(kit, idle, 'prompt')).toEqual([])
  finish(busy[2] ?? '')
  expect(data(await send(idle, 'me too'))).toMatchObject({ landed: 'started' })
})

test('a message into a turn that is under way needs no place of its own', async () => {
  const [first = ''] = five()
  expect(data(await send(first, 'and this'))).toMatchObject({ landed: 'queued' })
})

test('what was queued before its agent was there waits for a place, the oldest first', () => {
  const busy = five()
  const waiting = Array.from({ length: 3 }, (_, n) => openSession(kit, { text: `waits ${n}` }))
  expect(waiting.map(turnOf)).toEqual([undefined, undefined, undefined])
  finish(busy[0] ?? '')
  expect(waiting.map(turnOf)).toEqual([1, undefined, undefined])
  finish(busy[1] ?? '')
  finish(busy[2] ?? '')
  expect(waiting.map(turnOf)).toEqual([1, 1, 1])
  expect(kit.core.turns.openCount()).toBe(5)
})

test('a session whose turn ended does not pass one that has waited longer', async () => {
  const [first = '', ...others] = five()
  const waiting = openSession(kit, { text: 'waits' })
  data(await send(first, 'its next'))
  finish(first)
  expect([turnOf(first), turnOf(waiting)]).toEqual([undefined, 1])
  finish(others[0] ?? '')
  expect(turnOf(first)).toBeGreaterThan(1)
})

test('a place is free however a turn ends: cancelled, wedged, stopped, its agent gone', () => {
  const [cancelled = '', wedged = '', stopped = '', gone = ''] = five()
  const waiting = Array.from({ length: 5 }, (_, n) => openSession(kit, { text: `waits ${n}` }))
  const delivered = () => waiting.filter((id) => turnOf(id) !== undefined).length
  const cancel = (id: string) =>
    kit.core.transact((work) => cancelTurn(kit.core, work, row(id), { door: 'local' }))
  cancel(cancelled)
  kit.says(cancelled, { id: 'prompt:1', result: { stopReason: 'cancelled' } })
  expect(delivered()).toBe(1)
  cancel(wedged)
  kit.clock.advance(daemonLimits.cancelWedgeMs)
  expect(delivered()).toBe(2)
  kit.core.transact((work) => stopSession(kit.core, work, row(stopped)))
  endProcess(kit, stopped)
  expect(delivered()).toBe(3)
  endProcess(kit, gone)
  expect(delivered()).toBe(4)
})

test('an agent that says nothing any more gives its place back', () => {
  const [silent = '', ...others] = five()
  const waiting = openSession(kit, { text: 'waits' })
  kit.clock.advance(daemonLimits.silenceMs - 1)
  for (const id of others) kit.says(id, chunk)
  expect(turnOf(waiting)).toBeUndefined()
  kit.clock.advance(1)
  expect([turnOf(silent), turnOf(waiting)]).toEqual([undefined, 1])
})

test('a daemon that starts again goes on with the line where it was', () => {
  const busy = five()
  const waiting = [openSession(kit, { text: 'waits 0' }), openSession(kit, { text: 'waits 1' })]
  const { clock } = kit
  kit.close()
  kit = testCore({ home: home.path, clock, limits })
  finish(busy[3] ?? '')
  expect(waiting.map(turnOf)).toEqual([1, undefined])
})
