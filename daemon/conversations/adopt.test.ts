/** The history of a conversation that was taken over is in its session's log once, however its agent tells it. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { daemonLimits } from '../limits.ts'
import { snapshotOf } from '../sessions/snapshot.ts'
import { eventsOfType, spawn, type TestCore, testCore } from '../testing/core.ts'
import { endProcess } from '../testing/end-process.ts'
import { actsOn } from '../testing/session-acts.ts'
import { adoptConversation } from './adopt.ts'

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

const adopt = (agent = 'demo', conversation = 'elsewhere'): string => {
  const done = kit.core.transact((work) =>
    adoptConversation(kit.core, work, { agent, cwd: '/', conversation }),
  )
  if (!done.ok) throw done.error
  return done.value.id
}
const update = (fields: object): object => ({
  method: 'session/update',
  params: { sessionId: 'elsewhere', update: fields },
})
const text = (kind: string, words: string) =>
  update({ sessionUpdate: `${kind}_chunk`, content: { type: 'text', text: words } })
const person = (words: string) => text('user_message', words)
const agent = (words: string) => text('agent_message', words)
const call = (status: string, kind = 'tool_call_update') =>
  update({ sessionUpdate: kind, toolCallId: 't1', title: 'Look', status })
const tokens = update({ sessionUpdate: 'usage_update', used: 5, size: 10 })

const initialized = (load: boolean) => ({
  id: 'initialize',
  result: { agentCapabilities: { loadSession: load, sessionCapabilities: { resume: {} } } },
})
/** Its agent is there and was asked for the conversation. */
function asked(session: string, load = true): unknown {
  spawn(kit, session)
  kit.says(session, initialized(load))
  return kit.taken(session).at(-1)
}
const now = (session: string) => {
  const row = kit.core.sessions.get(session)
  if (!row) throw new Error('no such session')
  return snapshotOf(kit.core, row)
}
const said = (session: string) =>
  eventsOfType(kit, session, 'message_delta').map((event) => `${event.role ?? 'agent'}: ${event.text}`)
const statuses = (session: string) => eventsOfType(kit, session, 'session_status').map(({ status }) => status)
const replayed = (session: string): string[] => kit.events(session).map((event) => event.origin ?? 'live')

test('a load tells it: whose words, calls, counts and a title; then the session says that it was taken over', () => {
  const session = adopt()
  expect(asked(session)).toMatchObject({ method: 'session/load', params: { sessionId: 'elsewhere' } })
  expect(now(session)).toMatchObject({ status: 'starting', conversation: null })
  const pieces = [call('pending', 'tool_call'), call('completed'), tokens, agent('done')]
  kit.says(session, person('first words\nand more'), text('agent_thought', 'hm'), ...pieces)
  kit.says(session, { id: 'load', result: {} })
  expect(said(session)).toEqual(['user: first words\nand more', 'agent: done'])
  expect(kit.events(session).map(({ type }) => type)).toEqual([
    'message_delta',
    'thought_delta',
    'tool_call',
    'tool_call',
    'usage',
    'message_delta',
    'session_status',
  ])
  expect(replayed(session)).toEqual([...Array<string>(6).fill('replay'), 'live'])
  expect(statuses(session)).toEqual(['adopted'])
  expect(now(session)).toMatchObject({ status: 'idle', title: 'first words', conversation: 'elsewhere' })
})

test('it is opened again as any other after that, and nothing is stored twice', () => {
  const session = adopt()
  asked(session)
  kit.says(session, person('hello'), { id: 'load', result: {} })
  const acts = actsOn(kit, session)
  acts.prompt('go on')
  acts.sent()
  kit.says(session, agent('news'), { id: `prompt:${acts.now().turn}`, result: { stopReason: 'end_turn' } })
  endProcess(kit, session)
  acts.resume()
  expect(asked(session)).toMatchObject({ method: 'session/resume' })
  kit.says(session, { id: 'resume', result: {} })
  expect(said(session)).toEqual(['user: hello', 'agent: news'])
  expect(statuses(session)).toEqual(['adopted', 'exited', 'resumed'])
})

test('one in which nobody said anything here yet is not begun anew', () => {
  const session = adopt()
  asked(session)
  kit.says(session, person('hello'), { id: 'load', result: {} })
  endProcess(kit, session)
  actsOn(kit, session).resume()
  expect(asked(session)).toMatchObject({ method: 'session/resume', params: { sessionId: 'elsewhere' } })
})

test('an agent that only resumes gives the conversation without its history', () => {
  const session = adopt()
  expect(asked(session, false)).toMatchObject({ method: 'session/resume' })
  kit.says(session, { id: 'resume', result: {} }, agent('live'))
  expect(kit.events(session).map(({ type, origin }) => origin ?? type)).toEqual([
    'session_status',
    'message_delta',
  ])
})

test('an agent that died in the middle is asked again, and what the log has already is passed over', () => {
  const session = adopt()
  asked(session)
  kit.says(session, person('one'), tokens, agent('two'), call('pending', 'tool_call'))
  endProcess(kit, session)
  expect(now(session)).toMatchObject({ status: 'exited', reason: 'start_failed' })
  expect(adopt()).toBe(session)
  expect(now(session).status).toBe('starting')
  asked(session)
  kit.says(session, person('one'), tokens, agent('two'))
  kit.says(session, call('pending', 'tool_call'), call('completed'), agent('three'))
  kit.says(session, { id: 'load', result: {} })
  expect(said(session)).toEqual(['user: one', 'agent: two', 'agent: three'])
  const calls = eventsOfType(kit, session, 'tool_call').map(({ status }) => status)
  expect(calls).toEqual(['pending', 'cancelled', 'completed'])
  expect(eventsOfType(kit, session, 'usage')).toHaveLength(1)
  expect(statuses(session)).toEqual(['exited', 'adopted'])
})

test('a call that history left open is closed with it', () => {
  const session = adopt()
  asked(session)
  kit.says(session, person('one'), call('in_progress', 'tool_call'), { id: 'load', result: {} })
  const calls = eventsOfType(kit, session, 'tool_call')
  expect(calls.map(({ status, origin }) => [status, origin])).toEqual([
    ['in_progress', 'replay'],
    ['cancelled', 'replay'],
  ])
})

test('history that goes on after the answer is history, and what was sent meanwhile waits for its end', () => {
  const session = adopt('gemini')
  const acts = actsOn(kit, session)
  asked(session)
  acts.prompt('go on')
  kit.says(session, person('one'), { id: 'load', result: {} }, agent('two'))
  expect(now(session)).toMatchObject({ status: 'idle', queue: [{ text: 'go on' }] })
  kit.clock.advance(daemonLimits.replayQuietMs - 1)
  kit.says(session, call('in_progress', 'tool_call'))
  kit.clock.advance(daemonLimits.replayQuietMs - 1)
  expect(acts.sent()).toEqual([])
  kit.clock.advance(1)
  expect(acts.sent()).toEqual(['session/prompt'])
  kit.says(session, agent('news'))
  expect(said(session)).toEqual(['user: one', 'agent: two', 'agent: news'])
  const live = kit.events(session).filter(({ type, origin }) => type === 'message_delta' && !origin)
  expect(live).toHaveLength(1)
  expect(eventsOfType(kit, session, 'tool_call').map(({ status }) => status)).toEqual([
    'in_progress',
    'cancelled',
  ])
})

test('a successor goes on where the log ends, in the middle of a replay and of what trails it', () => {
  const session = adopt('gemini')
  asked(session)
  kit.says(session, person('one'), agent('two'))
  const second = (): void => {
    kit.close()
    kit = testCore({ home: home.path, clock: kit.clock, seed: 2 })
    kit.alarms.set(session)
  }
  second()
  kit.says(session, agent('three'), { id: 'load', result: {} }, agent('four'))
  second()
  kit.says(session, agent('five'))
  kit.clock.advance(daemonLimits.replayQuietMs)
  expect(now(session).status).toBe('idle')
  expect(said(session)).toEqual(['user: one', 'agent: two', 'agent: three', 'agent: four', 'agent: five'])
  kit.says(session, agent('live'))
  expect(now(session).status).toBe('running')
})

test('a conversation that a session has is answered by it, and one that could not be had may be tried again', () => {
  const session = adopt()
  expect(adopt()).toBe(session)
  expect(adopt('codex')).not.toBe(session)
  asked(session)
  kit.says(session, { id: 'load', error: { code: -32002, message: 'Resource not found' } })
  endProcess(kit, session)
  expect(now(session)).toMatchObject({
    status: 'exited',
    reason: 'start_failed',
    detail: 'Resource not found',
  })
  expect(actsOn(kit, session).tryPrompt('hello?')).toMatchObject({
    ok: false,
    error: { code: 'start_failed' },
  })
  expect(adopt()).toBe(session)
  expect(asked(session)).toMatchObject({ method: 'session/load' })
})

test('a clear begins a conversation that is not the one that was taken over', () => {
  const session = adopt()
  asked(session)
  kit.says(session, person('one'), { id: 'load', result: {} })
  const acts = actsOn(kit, session)
  expect(acts.clear().ok).toBe(true)
  endProcess(kit, session)
  expect(asked(session)).toMatchObject({ method: 'session/new' })
  kit.says(session, { id: 'new', result: { sessionId: 'fresh' } })
  expect(now(session).conversation).toBe('fresh')
  expect(kit.core.adoptions.holder('demo', 'elsewhere')).toBeNull()
})
