/** Agents that work, ask and keep things running between turns, at the boundary of a real daemon. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Machine, startMachine, textOf } from '../testing/machine.ts'
import { permission, puppetCommand, type Step, steps } from '../testing/puppet.ts'
import { data, until } from '../testing/rig.ts'

// Processes of its own on a machine that is busy with other tests.
setDefaultTimeout(20_000)

let machine: Machine
beforeAll(async () => {
  machine = await startMachine({
    env: { FAIRLEAD_AGENT_CLAUDE: puppetCommand() },
    limits: { cancelWedgeMs: 300 },
  })
})
afterAll(() => machine.end(), 20_000)

const mark: Step = {
  update: { sessionUpdate: 'usage_update', used: 1, size: 2, _meta: { '_claude/origin': { kind: 'peer' } } },
}
const began = (id: string): Step => ({
  update: { sessionUpdate: 'async_task_spawned', asyncTaskId: id, name: `run ${id}`, canStop: true },
})
const became = (id: string, state: string): Step => ({
  update: { sessionUpdate: 'async_task_state_update', asyncTaskId: id, state },
})

test('a conversation went quiet and the next message brought five minutes of dialog: each word is there when it is said', async () => {
  const text = steps({ end: 'end_turn' }, { say: 'two of five' }, { await: 'session/cancel' }, mark)
  const session = await machine.begin(text, 'claude')
  await machine.event(session, 'turn_result')
  const told = await machine.event(session, 'message_delta')
  expect(told).toMatchObject({ text: 'two of five' })
  expect(told.turn).toBeUndefined()
  const at = await machine.session(session, (now) => now.unpromptedSince !== undefined)
  expect(at).toMatchObject({ status: 'running', turn: null })
  expect(data(await machine.acts(session).cancel.post()).turn).toBeNull()
  expect((await machine.session(session, (now) => now.status === 'idle')).unpromptedSince).toBeUndefined()
})

test('of a burst between turns the first 500 words were thrown away: the log has them all', async () => {
  const words = Array.from({ length: 2_500 }, (_, n) => `${n} `)
  const burst = words.map((say): Step => ({ say }))
  const session = await machine.begin(steps({ end: 'end_turn' }, ...burst, mark), 'claude')
  let text = ''
  const events = await until(machine.rig, session, (event) => {
    if (event.type === 'message_delta') text += event.text
    return text.endsWith('2499 ')
  })
  expect(text).toBe(words.join(''))
  expect(events.map(({ type }) => type).indexOf('turn_result')).toBeLessThan(
    events.findIndex(({ type }) => type === 'message_delta'),
  )
})

test('a question between turns came already cancelled: it waits for a person, whose answer reaches the agent', async () => {
  const text = steps({ end: 'end_turn' }, permission('q-1', 'plan'), { reply: 'q-1' }, mark)
  const session = await machine.begin(text, 'claude')
  const [ask] = await machine.asks(session)
  if (!ask) throw new Error('nothing was asked')
  expect(await machine.session(session, () => true)).toMatchObject({ status: 'blocked', turn: null })
  expect((await machine.answer(ask, { option: 'yes' })).status).toBe(200)
  await machine.session(session, (now) => now.status === 'idle')
  expect(textOf(await machine.events(session))).toContain('"optionId":"yes"')
})

test('background work is listed, stopped by name, and kept when its agent is replaced', async () => {
  const text = steps(
    began('b1'),
    began('b2'),
    began('b3'),
    became('b2', 'completed'),
    { end: 'end_turn' },
    { await: '_session/async_task/stop' },
    { answer: { id: 'stop_task:b1', result: { stopped: true } } },
  )
  const session = await machine.begin(text, 'claude')
  await machine.event(session, 'turn_result')
  const acts = machine.acts(session)
  const stopped = data(await acts.tasks({ task: 'b1' }).stop.post())
  expect(stopped.tasks).toMatchObject([{ state: 'stopped' }, { state: 'completed' }, { state: 'running' }])
  expect((await acts.clear.post()).error).toMatchObject({ value: { error: { code: 'busy' } } })
  expect((await acts.tasks({ task: 'b2' }).stop.post()).error).toMatchObject({
    value: { error: { code: 'already_settled' } },
  })
  data(await acts.stop.post())
  data(await acts.resume.post())
  const now = await machine.session(session, (one) => one.status === 'idle')
  expect(now.tasks?.map((task) => [task.title, task.state])).toEqual([
    ['run b1', 'stopped'],
    ['run b2', 'completed'],
    ['run b3', 'stopped'],
  ])
})

test('a cancel that nobody heeds took the dev server with it: a reported task keeps the run until it has ended', async () => {
  const text = steps(
    began('server'),
    { await: 'session/cancel' },
    { pause: 900 },
    { say: 'the server is still up' },
    became('server', 'completed'),
  )
  const session = await machine.begin(text, 'claude')
  await machine.session(session, (now) => now.tasks?.[0]?.state === 'running')
  data(await machine.acts(session).cancel.post())
  expect(await machine.event(session, 'turn_result')).toMatchObject({ stopReason: 'cancelled' })
  const events = await machine.events(session)
  // The process lived three times as long as a cancel is otherwise waited for.
  expect(textOf(events)).toBe('the server is still up')
  const types = events.map((event) => event.type)
  expect(types.indexOf('message_delta')).toBeLessThan(types.indexOf('turn_result'))
  await machine.session(session, (now) => now.status === 'idle')
})
