import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { answerAsk } from '../asks/answer.ts'
import { daemonLimits } from '../limits.ts'
import { eventsOfType, openSession, type TestCore, testCore, update } from '../testing/core.ts'
import { actsOn, type SessionActs } from '../testing/session-acts.ts'

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

const mark = (kind = 'human') =>
  update({ sessionUpdate: 'usage_update', used: 1, size: 2, _meta: { '_claude/origin': { kind } } })
const permission = (id: number) => ({
  id,
  method: 'session/request_permission',
  params: {
    sessionId: 'conversation',
    toolCall: { toolCallId: 'call', title: 'Do it' },
    options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
  },
})

/** A session that had one whole turn of an agent which marks its cycles, or of one that does not. */
function used(agent: 'claude' | 'demo'): { id: string; acts: SessionActs } {
  const id = openSession(kit, { agent, text: 'start the reviewers' })
  const acts = actsOn(kit, id)
  if (agent === 'claude') kit.says(id, mark())
  acts.answers(1)
  kit.taken(id)
  return { id, acts }
}

test('five minutes of work between turns appeared at once with the next message: it is in the log when it happens', () => {
  const { id, acts } = used('claude')
  for (const [n, text] of ['Reviewers still running', 'Two of five reported', 'Waiting'].entries()) {
    kit.clock.advance(MINUTE_MS)
    acts.words(text)
    const told = eventsOfType(kit, id, 'message_delta')
    expect(told).toHaveLength(n + 1)
    expect(told.at(-1)).toMatchObject({ text, at: kit.clock.now() })
    expect(told.at(-1)?.turn).toBeUndefined()
  }
  expect(acts.now()).toMatchObject({ status: 'running', turn: null })
  expect(eventsOfType(kit, id, 'turn_result')).toHaveLength(1)
})

test('an agent at work outside a turn read as idle: it runs from its first word to its own mark, however quiet', () => {
  const { id, acts } = used('claude')
  const since = kit.clock.now()
  acts.words('the workflow finished; reading its report')
  expect(acts.now()).toMatchObject({ status: 'running', unpromptedSince: since })
  kit.clock.advance(50 * MINUTE_MS)
  acts.words('and on')
  expect(acts.now()).toMatchObject({ status: 'running', unpromptedSince: since })
  kit.says(id, mark('task-notification'))
  expect(acts.now().status).toBe('idle')
  expect(acts.now().unpromptedSince).toBeUndefined()
})

test('an agent that shows a turn of its own as a task is at work for as long as that', () => {
  const { id, acts } = used('claude')
  const own = { asyncTaskId: 'autonomous-turn-1' }
  kit.says(
    id,
    update({ sessionUpdate: 'async_task_spawned', ...own, taskType: 'turn', name: 'Claude is working' }),
  )
  expect(acts.now()).toMatchObject({ status: 'running' })
  kit.says(id, update({ sessionUpdate: 'async_task_state_update', ...own, state: 'completed' }))
  expect(acts.now().status).toBe('idle')
  expect(acts.now().tasks).toBeUndefined()
})

test('an agent that stops marking is not at work for ever: three hours of its silence are the end', () => {
  const { acts } = used('claude')
  acts.words('going on')
  kit.clock.advance(2 * HOUR_MS)
  acts.words('still here')
  kit.clock.advance(daemonLimits.silenceMs - 1)
  expect(acts.now().status).toBe('running')
  kit.clock.advance(1)
  expect(acts.now().unpromptedSince).toBeUndefined()
  // It was idle for longer than agents are kept.
  expect(acts.row().ending).toBe('parked')
})

test('an agent that marks nothing is at work until it is quiet, or for as long as a call of its is open', () => {
  const { id, acts } = used('demo')
  acts.words('one more thing')
  kit.clock.advance(daemonLimits.unpromptedQuietMs - 1)
  acts.words('and another')
  kit.clock.advance(daemonLimits.unpromptedQuietMs - 1)
  expect(acts.now().status).toBe('running')
  kit.clock.advance(1)
  expect(acts.now().status).toBe('idle')
  const call = { toolCallId: 'build', title: 'Build' }
  kit.says(id, update({ sessionUpdate: 'tool_call', ...call, status: 'in_progress' }))
  kit.clock.advance(HOUR_MS)
  expect(acts.now().status).toBe('running')
  kit.says(id, update({ sessionUpdate: 'tool_call_update', ...call, status: 'completed' }))
  kit.clock.advance(daemonLimits.unpromptedQuietMs)
  expect(acts.now().status).toBe('idle')
})

test('counts, titles, menus and a subagent’s steps between turns are no work', () => {
  const { id, acts } = used('claude')
  const parent = { _meta: { claudeCode: { parentToolUseId: 'p' } } }
  kit.says(
    id,
    update({ sessionUpdate: 'usage_update', used: 3, size: 4 }),
    update({ sessionUpdate: 'session_info_update', title: 'Reviews' }),
    update({ sessionUpdate: 'available_commands_update', availableCommands: [] }),
    update({ sessionUpdate: 'tool_call', toolCallId: 'sub', title: 'Read', status: 'completed', ...parent }),
  )
  expect(acts.now().status).toBe('idle')
})

test('a message meanwhile is an ordinary turn, and nothing is left of the work when it begins', () => {
  const { id, acts } = used('claude')
  acts.words('going on')
  const { landed, seq } = acts.prompt('also this')
  expect(landed).toBe('started')
  expect(acts.now()).toMatchObject({ status: 'running', turn: seq })
  expect(acts.now().unpromptedSince).toBeUndefined()
  kit.says(id, mark('task-notification'))
  expect(acts.now().turn).toBe(seq)
  acts.answers(seq)
  expect(acts.now().status).toBe('idle')
})

test('a question between turns was cancelled the instant it came: it waits for a person, all night, and is answered', () => {
  const { id, acts } = used('claude')
  acts.words('the plan is ready')
  kit.says(id, permission(7))
  kit.clock.advance(10 * daemonLimits.silenceMs)
  expect(acts.now()).toMatchObject({ status: 'blocked', turn: null })
  expect(eventsOfType(kit, id, 'permission_resolved')).toEqual([])
  const [ask] = kit.core.asks.open(id)
  const answer = { shown: ask?.shown ?? '', option: 'yes' }
  const done = kit.core.transact((work) =>
    answerAsk(kit.core, work, id, ask?.id ?? '', answer, { door: 'local' }),
  )
  expect(done.ok).toBe(true)
  expect(kit.taken(id)).toMatchObject([{ id: 7, result: { outcome: { optionId: 'yes' } } }])
  expect(acts.now().status).toBe('running')
})

test('a cancel between turns stops the work: the agent is told before its ask is answered, and gets nothing until its mark', () => {
  const { id, acts } = used('claude')
  acts.words('going on')
  kit.says(id, permission(7))
  expect(acts.cancel()).toEqual({ kind: 'unprompted' })
  expect(kit.taken(id)).toMatchObject([{ method: 'session/cancel' }, { id: 7 }])
  expect(acts.now().cancelRequestedAt).toBe(kit.clock.now())
  expect(acts.prompt('instead, this').landed).toBe('queued')
  expect(acts.sent()).toEqual([])
  kit.says(id, mark('task-notification'))
  expect(acts.sent()).toEqual(['session/prompt'])
  expect(acts.now().cancelRequestedAt).toBeNull()
})

test('work of its own that an agent goes on with after a cancel is ended with its process', () => {
  const { acts } = used('claude')
  acts.words('going on')
  acts.cancel()
  acts.words('I am not listening')
  kit.clock.advance(daemonLimits.cancelWedgeMs)
  expect(acts.row().ending).toBe('config_changed')
  acts.ends(0)
  acts.opens()
  expect(acts.now().status).toBe('idle')
})

test('a mark ends a turn that the agent began by itself, without waiting for quiet', () => {
  const id = openSession(kit, { agent: 'claude', steering: true, text: 'hello' })
  const acts = actsOn(kit, id)
  const { seq } = acts.prompt('and this')
  acts.answers(1)
  kit.says(id, { id: `steer:${seq}`, result: { outcome: 'startedNewTurn' } })
  acts.words('on it')
  expect(acts.now().turn).toBe(seq)
  kit.says(id, mark())
  expect(acts.now()).toMatchObject({ status: 'idle', turn: null })
  expect(eventsOfType(kit, id, 'turn_result').at(-1)).toMatchObject({
    prompts: [seq],
    stopReason: 'end_turn',
  })
})

test('work between turns goes with its agent', () => {
  const { acts } = used('claude')
  acts.words('going on')
  acts.stop()
  acts.ends(0)
  expect(acts.now()).toMatchObject({ status: 'exited', reason: 'stopped' })
  expect(acts.now().unpromptedSince).toBeUndefined()
})

test('a successor finds an agent at work as it was left, and its clock with it', () => {
  const { id, acts } = used('demo')
  acts.words('one more thing')
  const { unpromptedSince } = acts.now()
  kit.close()
  kit = testCore({ home: home.path, clock: kit.clock })
  const again = actsOn(kit, id)
  expect(again.now()).toMatchObject({ status: 'running', unpromptedSince })
  kit.alarms.set(id)
  kit.clock.advance(daemonLimits.unpromptedQuietMs)
  expect(again.now().status).toBe('idle')
})
