import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { answerAsk } from '../asks/answer.ts'
import { daemonLimits } from '../limits.ts'
import {
  answerOpening,
  eventsOfType,
  openSession,
  spawn,
  spawnedSession,
  type TestCore,
  testCore,
  update,
} from '../testing/core.ts'
import { cancelTurn } from './cancel.ts'
import { runEnded } from './end-run.ts'
import { acceptPrompt } from './prompt.ts'
import { stopSession } from './stop.ts'

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

const row = (id: string) => {
  const found = kit.core.sessions.get(id)
  if (!found) throw new Error('no such session')
  return found
}
const prompt = (id: string, text: string) => {
  const landed = kit.core.transact((work) => acceptPrompt(kit.core, work, row(id), text))
  if (!landed.ok) throw landed.error
  return landed.value
}
const cancel = (id: string) =>
  kit.core.transact((work) => cancelTurn(kit.core, work, row(id), { door: 'local' }))
const ended = (id: string) =>
  kit.core.transact((work) => {
    const run = kit.core.runs.get(row(id).run ?? '')
    const end = { code: null, signal: 'SIGKILL', stderr: '', end: 0, left: [] }
    if (run) runEnded(kit.core, work, run, { kind: 'ended', end })
  })
const results = (id: string) => eventsOfType(kit, id, 'turn_result').map((event) => event.stopReason)
const methods = (id: string) => kit.taken(id).map((line) => line.method)
const chunk = (text: string) =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
const permission = (id: number) => ({
  id,
  method: 'session/request_permission',
  params: {
    sessionId: 'conversation',
    toolCall: { toolCallId: 'call', title: 'Do it' },
    options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
  },
})

test('an agent that is silent for 3 h in a turn loses it as abandoned, and its process with it', () => {
  const id = openSession(kit, { text: 'hello' })
  kit.clock.advance(2 * HOUR_MS)
  kit.says(id, chunk('still here'))
  kit.clock.advance(daemonLimits.silenceMs - 1)
  expect(results(id)).toEqual([])
  kit.clock.advance(1)
  expect(results(id)).toEqual(['abandoned'])
  expect(row(id).ending).toBe('config_changed')
})

test('what waited for an abandoned turn goes to a new process on the same conversation, never on top of the old prompt', () => {
  const id = openSession(kit, { text: 'hello' })
  const { seq, landed } = prompt(id, 'and then')
  expect(landed).toBe('queued')
  kit.taken(id)
  kit.clock.advance(daemonLimits.silenceMs)
  expect(methods(id)).not.toContain('session/prompt')
  ended(id)
  spawn(kit, id)
  answerOpening(kit, id)
  expect(row(id).conversation).toBe('conversation')
  expect(kit.core.turns.open(id)?.seq).toBe(seq)
})

test('the silence of a person does not abandon a turn: an open ask stops its clock until it was answered', () => {
  const id = openSession(kit, { text: 'hello' })
  kit.says(id, permission(0))
  kit.clock.advance(10 * daemonLimits.silenceMs)
  expect(results(id)).toEqual([])
  const [ask] = kit.core.asks.open(id)
  const answer = { shown: ask?.shown ?? '', option: 'yes' }
  kit.core.transact((work) => answerAsk(kit.core, work, id, ask?.id ?? '', answer, { door: 'local' }))
  kit.clock.advance(daemonLimits.silenceMs - 1)
  expect(results(id)).toEqual([])
  kit.clock.advance(1)
  expect(results(id)).toEqual(['abandoned'])
})

test('a turn still open 15 s after its cancel ends as cancelled, and its run is ended to be replaced', () => {
  const id = openSession(kit, { text: 'hello' })
  kit.says(
    id,
    update({ sessionUpdate: 'tool_call', toolCallId: 'call', title: 'Work', status: 'in_progress' }),
  )
  const run = row(id).run ?? ''
  expect(cancel(id)).toEqual({ kind: 'asked', turn: 1 })
  kit.clock.advance(daemonLimits.cancelWedgeMs - 1)
  kit.says(id, chunk('one more thing'))
  expect(results(id)).toEqual([])
  kit.clock.advance(1)
  expect(results(id)).toEqual(['cancelled'])
  expect(eventsOfType(kit, id, 'tool_call').at(-1)).toMatchObject({ toolCall: 'call', status: 'cancelled' })
  expect(kit.asked.filter(({ act }) => act === 'end')).toEqual([{ act: 'end', run }])
  ended(id)
  expect(row(id).run).not.toBe(run)
  expect(kit.asked.at(-1)).toEqual({ act: 'launch', run: row(id).run ?? '' })
})

test('a stop outranks the replacement of a turn that was ended', () => {
  const id = openSession(kit, { text: 'hello' })
  cancel(id)
  kit.clock.advance(daemonLimits.cancelWedgeMs)
  kit.core.transact((work) => stopSession(kit.core, work, row(id)))
  ended(id)
  expect(row(id)).toMatchObject({ run: null, exitReason: 'stopped' })
  expect(kit.asked.filter(({ act }) => act === 'end')).toHaveLength(1)
})

test('a second cancel does not move the deadline of the first', () => {
  const id = openSession(kit, { text: 'hello' })
  cancel(id)
  kit.clock.advance(daemonLimits.cancelWedgeMs - 1)
  cancel(id)
  kit.clock.advance(1)
  expect(results(id)).toEqual(['cancelled'])
})

test('a start without an answer for 45 s from its spawn times out, and keeps the first message', () => {
  const id = spawnedSession(kit, { text: 'hello' })
  kit.clock.advance(daemonLimits.startMs - 1)
  expect(row(id).ending).toBeNull()
  kit.clock.advance(1)
  expect(row(id).ending).toBe('start_timeout')
  ended(id)
  expect(row(id)).toMatchObject({ run: null, exitReason: 'start_timeout' })
  expect(row(id).exitDetail).toBe('the agent did not open within 45 s')
  expect(kit.core.turns.waiting(id).map(({ text }) => text)).toEqual(['hello'])
})

test('a start that was not given to the keeper yet has no deadline', () => {
  const id = spawnedSession(kit)
  kit.core.transact((work) => stopSession(kit.core, work, row(id)))
  ended(id)
  const again = kit.core.transact((work) => acceptPrompt(kit.core, work, row(id), 'come back'))
  expect(again.ok && again.value.landed).toBe('queued')
  kit.clock.advance(10 * daemonLimits.startMs)
  expect(row(id).ending).toBeNull()
})

test('a resume that times out puts the earlier reason back', () => {
  const id = openSession(kit)
  kit.core.transact((work) => stopSession(kit.core, work, row(id)))
  ended(id)
  prompt(id, 'come back')
  spawn(kit, id)
  kit.clock.advance(daemonLimits.startMs)
  ended(id)
  expect(row(id)).toMatchObject({ exitReason: 'stopped', exitDetail: 'the agent did not open within 45 s' })
})

test('a turn that the agent began by itself ends after 5 s of quiet', () => {
  const id = openSession(kit, { text: 'hello', steering: true })
  const { seq, landed } = prompt(id, 'also this')
  expect(landed).toBe('steered')
  const steered = { id: `steer:${seq}`, result: { outcome: 'startedNewTurn' } }
  kit.says(id, { id: 'prompt:1', result: { stopReason: 'end_turn' } }, steered)
  expect(kit.core.turns.open(id)).toMatchObject({ seq, unanswered: true })
  kit.clock.advance(daemonLimits.unpromptedQuietMs - 1)
  kit.says(id, chunk('working'))
  kit.clock.advance(daemonLimits.unpromptedQuietMs - 1)
  expect(results(id)).toEqual(['end_turn'])
  kit.clock.advance(1)
  expect(results(id)).toEqual(['end_turn', 'end_turn'])
  expect(eventsOfType(kit, id, 'turn_result').at(-1)).toMatchObject({ prompts: [seq], turn: seq })
})

test('such a turn does not end while a tool call of it is open', () => {
  const id = openSession(kit, { text: 'hello', steering: true })
  const { seq } = prompt(id, 'also this')
  const call = { sessionUpdate: 'tool_call', toolCallId: 'long', title: 'Build', status: 'in_progress' }
  kit.says(id, { id: 'prompt:1', result: { stopReason: 'end_turn' } })
  kit.says(id, { id: `steer:${seq}`, result: { outcome: 'startedNewTurn' } }, update(call))
  kit.clock.advance(HOUR_MS)
  expect(kit.core.turns.open(id)?.seq).toBe(seq)
  kit.says(id, update({ sessionUpdate: 'tool_call_update', toolCallId: 'long', status: 'completed' }))
  kit.clock.advance(daemonLimits.unpromptedQuietMs)
  expect(kit.core.turns.open(id)).toBeNull()
})

test('an idle session and one that stops have no deadline', () => {
  const idle = openSession(kit)
  const stopping = openSession(kit, { text: 'hello' })
  kit.core.transact((work) => stopSession(kit.core, work, row(stopping)))
  kit.clock.advance(24 * HOUR_MS)
  expect(row(idle).run).not.toBeNull()
  expect(results(stopping)).toEqual([])
  expect(kit.clock.pending()).toBe(0)
})

test('deadlines come from the rows: a later daemon keeps them without having been told', () => {
  const id = openSession(kit, { text: 'hello' })
  cancel(id)
  kit.clock.advance(10_000)
  const { clock } = kit
  kit.close()
  clock.advance(MINUTE_MS)
  kit = testCore({ home: home.path, clock, seed: 2 })
  kit.alarms.set(id)
  expect(results(id)).toEqual([])
  kit.clock.advance(0)
  expect(results(id)).toEqual(['cancelled'])
})
