/** A permission that nobody answers, on a machine where a person set how long one may wait. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts'
import { Value } from '../../shared/typebox.ts'
import { AskRecord } from '../../shared/wire/ask.ts'
import { daemonLimits } from '../limits.ts'
import { eventsOfType, openSession, type TestCore, testCore } from '../testing/core.ts'

let home: TempHome
let kit: TestCore
beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

const permission = (id: number) => ({
  id,
  method: 'session/request_permission',
  params: {
    sessionId: 'conversation',
    toolCall: { toolCallId: `t${id}`, title: 'Do it' },
    options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
  },
})
const question = {
  id: 9,
  method: 'elicitation/create',
  params: {
    sessionId: 'conversation',
    mode: 'form',
    message: 'Which?',
    requestedSchema: { type: 'object', properties: { a: { type: 'string' } } },
  },
}
const history = (session: string) => kit.core.records.list({ session, before: 99, limit: 9 })
const open = (session: string) => kit.core.asks.open(session).map((ask) => ask.requestId)

test('by default an ask waits for ever', () => {
  const id = openSession(kit, { text: 'one' })
  kit.says(id, permission(1))
  kit.clock.advance(30 * DAY_MS)
  expect(open(id)).toEqual([1])
})

test('after the time that was set it ends as timeout: the agent hears cancelled, the record says why', () => {
  kit.settings.set({ permissionTimeoutMs: 5 * MINUTE_MS })
  const id = openSession(kit, { text: 'one' })
  kit.says(id, permission(1))
  kit.clock.advance(5 * MINUTE_MS - 1)
  expect(open(id)).toEqual([1])
  kit.clock.advance(1)
  expect(open(id)).toEqual([])
  expect(kit.taken(id)).toMatchObject([{ id: 1, result: { outcome: { outcome: 'cancelled' } } }])
  const [resolved] = eventsOfType(kit, id, 'permission_resolved')
  expect(resolved).toMatchObject({ outcome: 'timeout' })
  expect(resolved).not.toHaveProperty('by')
  const [record] = history(id)
  expect(record).toMatchObject({ outcome: 'timeout', why: 'nobody answered within 5 min' })
  expect(Value.Check(AskRecord, record)).toBe(true)
})

test('each permission has its own time, and a question has none', () => {
  kit.settings.set({ permissionTimeoutMs: 5 * MINUTE_MS })
  const id = openSession(kit, { text: 'one' })
  kit.says(id, permission(1), question)
  kit.clock.advance(MINUTE_MS)
  kit.says(id, permission(2))
  kit.clock.advance(4 * MINUTE_MS)
  expect(open(id)).toEqual([9, 2])
  kit.clock.advance(MINUTE_MS)
  expect(open(id)).toEqual([9])
  kit.clock.advance(DAY_MS)
  expect(open(id)).toEqual([9])
})

test('a turn that ends over it was refused, not stopped, and the silence of the person is not the agent’s', () => {
  kit.settings.set({ permissionTimeoutMs: 4 * daemonLimits.silenceMs })
  const id = openSession(kit, { agent: 'codex', text: 'one' })
  kit.says(id, permission(1))
  kit.clock.advance(4 * daemonLimits.silenceMs)
  expect(kit.core.turns.open(id)).not.toBeNull()
  kit.says(id, { id: 'prompt:1', result: { stopReason: 'cancelled' } })
  expect(eventsOfType(kit, id, 'turn_result')).toMatchObject([{ stopReason: 'refused' }])
})

test('a daemon that was away while the time ran out ends it when it is back', () => {
  kit.settings.set({ permissionTimeoutMs: 5 * MINUTE_MS })
  const id = openSession(kit, { text: 'one' })
  kit.says(id, permission(1))
  const { clock } = kit
  kit.close()
  clock.advance(10 * MINUTE_MS)
  kit = testCore({ home: home.path, clock })
  kit.alarms.set(id)
  clock.advance(0)
  expect(history(id)).toMatchObject([{ outcome: 'timeout' }])
})
