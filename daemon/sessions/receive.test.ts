import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { answerAsk } from '../asks/answer.ts'
import { daemonLimits } from '../limits.ts'
import { eventsOfType, openSession, spawn, type TestCore, testCore, update } from '../testing/core.ts'
import { cancelTurn } from './cancel.ts'
import { endRun, runEnded } from './end-run.ts'
import { acceptPrompt } from './prompt.ts'
import { resumeSession } from './resume.ts'

const BY = { door: 'local' } as const

let home: TempHome
let kit: TestCore

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

function row(session: string) {
  const found = kit.core.sessions.get(session)
  if (!found) throw new Error('the session is gone')
  return found
}

function prompt(session: string, text: string) {
  return kit.core.transact((work) => acceptPrompt(kit.core, work, row(session), text))
}

function endProcess(session: string): void {
  const run = kit.core.runs.get(row(session).run ?? '')
  const end = { end: 0, code: 0, signal: null, stderr: '', left: [] }
  if (run) kit.core.transact((work) => runEnded(kit.core, work, run, { kind: 'ended', end }))
}

const chunk = (text: string) =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
const commands = (name: string) =>
  update({ sessionUpdate: 'available_commands_update', availableCommands: [{ name, description: '' }] })

/** A session with a turn behind it, whose agent is asked to load the conversation again. */
function loading(agent: string): string {
  const session = openSession(kit, { agent, text: 'first' })
  kit.taken(session)
  kit.says(session, chunk('told once'))
  const opened = eventsOfType(kit, session, 'prompt')[0]?.seq ?? 0
  kit.says(session, { id: `prompt:${opened}`, result: { stopReason: 'end_turn' } })
  endProcess(session)
  kit.core.transact((work) => resumeSession(kit.core, work, row(session)))
  spawn(kit, session)
  kit.says(session, { id: 'initialize', result: { agentCapabilities: { loadSession: true } } })
  expect(kit.taken(session).at(-1)).toMatchObject({ method: 'session/load' })
  return session
}

const texts = (session: string) => eventsOfType(kit, session, 'message_delta').map((event) => event.text)

test('history told again is not stored again, what the agent offers meanwhile is', () => {
  const session = loading('demo')
  kit.says(session, chunk('told once'), commands('new-command'))
  kit.says(session, { id: 'load', result: {} }, commands('newer-command'), chunk('and now news'))
  expect(texts(session)).toEqual(['told once', 'and now news'])
  expect(row(session).commands.map((command) => command.name)).toEqual(['newer-command'])
})

test('an agent whose replay trails is believed and asked once it was quiet for a while', () => {
  const session = loading('gemini')
  kit.says(session, { id: 'load', result: {} }, chunk('told once'), commands('offered'))
  expect(prompt(session, 'second')).toMatchObject({ ok: true, value: { landed: 'queued' } })
  kit.clock.advance(daemonLimits.replayQuietMs - 1)
  kit.says(session, chunk('told once'))
  kit.clock.advance(daemonLimits.replayQuietMs - 1)
  expect(kit.taken(session)).toEqual([])
  kit.clock.advance(1)
  expect(kit.taken(session)).toMatchObject([{ method: 'session/prompt' }])
  kit.says(session, chunk('news'))
  expect(texts(session)).toEqual(['told once', 'news'])
  expect(row(session).commands.map((command) => command.name)).toEqual(['offered'])
})

test('tokens of a turn are in the log where its answer counts them', () => {
  const session = openSession(kit, { text: 'one' })
  kit.taken(session)
  const turn = eventsOfType(kit, session, 'prompt')[0]?.seq ?? 0
  const usage = { inputTokens: 7, outputTokens: 2 }
  kit.says(session, { id: `prompt:${turn}`, result: { stopReason: 'end_turn', usage } })
  expect(eventsOfType(kit, session, 'usage')).toMatchObject([{ turn, ...usage }])
})

test('a message while the agent ends for good is refused: nobody would ever take it', () => {
  const session = openSession(kit)
  kit.core.transact((work) => endRun(kit.core, work, row(session), 'agent_broken'))
  const refused = prompt(session, 'lost?')
  expect(refused.ok ? null : refused.error.code).toBe('busy')
  endProcess(session)
  expect(prompt(session, 'brings it back')).toMatchObject({ ok: true, value: { landed: 'queued' } })
})

test('a message while the agent is replaced goes to the next one', () => {
  const session = openSession(kit)
  kit.core.transact((work) => endRun(kit.core, work, row(session), 'config_changed'))
  expect(prompt(session, 'taken along').ok).toBe(true)
  endProcess(session)
  spawn(kit, session)
  kit.says(session, { id: 'initialize', result: {} }, { id: 'new', result: { sessionId: 'conversation' } })
  expect(kit.taken(session).at(-1)).toMatchObject({ method: 'session/prompt' })
})

test('a message steered into a turn that is over by then has a result of its own', () => {
  const session = openSession(kit, { steering: true, text: 'one' })
  kit.taken(session)
  const first = eventsOfType(kit, session, 'prompt')[0]?.seq ?? 0
  const landed = prompt(session, 'two')
  const second = landed.ok ? landed.value.seq : 0
  kit.says(session, { id: `prompt:${first}`, result: { stopReason: 'end_turn' } })
  kit.says(session, { id: `steer:${second}`, result: { outcome: 'injected' } })
  expect(eventsOfType(kit, session, 'turn_result')).toMatchObject([
    { turn: first, prompts: [first] },
    { turn: second, prompts: [second], stopReason: 'end_turn' },
  ])
})

test('a cancel ends an ask outside a turn, and what waited for it is delivered, not cancelled', () => {
  const session = openSession(kit)
  const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }]
  const params = { sessionId: 'conversation', toolCall: { toolCallId: 't' }, options }
  kit.says(session, { id: 5, method: 'session/request_permission', params })
  prompt(session, 'waits')
  const done = kit.core.transact((work) => cancelTurn(kit.core, work, row(session), BY))
  expect(done).toEqual({ kind: 'no_turn' })
  expect(kit.taken(session)).toMatchObject([
    { method: 'session/cancel' },
    { id: 5, result: { outcome: { outcome: 'cancelled' } } },
    { method: 'session/prompt' },
  ])
})

test('updates of a conversation that is not ours are kept apart', () => {
  const session = openSession(kit)
  const params = {
    sessionId: 'another',
    update: { sessionUpdate: 'agent_message_chunk', content: { text: 'x' } },
  }
  kit.says(session, { method: 'session/update', params })
  expect(texts(session)).toEqual([])
  expect(eventsOfType(kit, session, 'raw')).toMatchObject([{ method: 'session/update' }])
})

test('an ask that its agent takes back is withdrawn, and an answer to it comes too late', () => {
  const session = openSession(kit)
  const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }]
  kit.says(session, {
    id: 'uuid',
    method: 'session/request_permission',
    params: { toolCall: { toolCallId: 't' }, options },
  })
  const ask = kit.core.asks.open(session)[0]
  kit.says(session, { method: '$/cancel_request', params: { requestId: 'uuid' } })
  expect(eventsOfType(kit, session, 'permission_resolved')).toMatchObject([{ outcome: 'withdrawn' }])
  const answer = { shown: ask?.shown ?? '', option: 'y' }
  const late = kit.core.transact((work) => answerAsk(kit.core, work, session, ask?.id ?? '', answer, BY))
  expect(late.ok ? null : late.error).toMatchObject({
    code: 'already_settled',
    detail: { outcome: 'withdrawn' },
  })
  expect(kit.taken(session)).toEqual([])
})
