/** Agents that crash, write what cannot be read, or fail: each ends as its session says, and leaves nothing. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Machine, startMachine, textOf } from '../testing/machine.ts'
import { puppetCommand, steps } from '../testing/puppet.ts'
import { data } from '../testing/rig.ts'

// Processes of its own on a machine that is busy with other tests.
setDefaultTimeout(20_000)

let machine: Machine
beforeAll(async () => {
  machine = await startMachine({ env: { FAIRLEAD_AGENT_GOOSE: puppetCommand() } })
})
afterAll(() => machine.end(), 20_000)

const exited = (session: string) => machine.session(session, (now) => now.status === 'exited')

test('an agent that crashes in a turn: the turn is interrupted, its call closed, its ask gone with it', async () => {
  const ask = steps(
    { update: { sessionUpdate: 'tool_call', toolCallId: 'build', title: 'Build', status: 'in_progress' } },
    {
      request: {
        id: 0,
        method: 'session/request_permission',
        params: {
          toolCall: { toolCallId: 'push' },
          options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
        },
      },
    },
    { pause: 30 },
    { exit: 70 },
  )
  const session = await machine.begin(ask, 'goose')
  const now = await exited(session)
  expect(now).toMatchObject({ reason: 'agent_exited', turn: null, asks: [] })
  expect(now.detail).toContain('code 70')
  expect(await machine.event(session, 'permission_resolved')).toMatchObject({ outcome: 'agent_gone' })
  const calls = (await machine.events(session)).filter((event) => event.type === 'tool_call')
  expect(calls.at(-1)).toMatchObject({ toolCall: 'build', status: 'cancelled' })
  expect(await machine.event(session, 'turn_result')).toMatchObject({
    stopReason: 'interrupted',
    prompts: [1],
  })
})

test('a session whose agent crashed comes back with the next message, on the same conversation', async () => {
  const session = await machine.begin('say: before\ncrash')
  const { conversation } = await exited(session)
  expect((await machine.prompt(session, 'say: after')).landed).toBe('queued')
  expect(await machine.event(session, 'turn_result', 2)).toMatchObject({ stopReason: 'end_turn' })
  const now = await machine.session(session, (one) => one.status === 'idle')
  expect(now.conversation).toBe(conversation)
  expect(now.reason).toBeUndefined()
  expect(textOf(await machine.events(session))).toContain('after')
})

test('nine lines in a row that are no JSON-RPC are shown and forgiven, ten end the agent as broken', async () => {
  const session = await machine.begin('garbage: 9\nsay: fine\ngarbage: 9\nsay: still fine')
  expect(await machine.event(session, 'turn_result')).toMatchObject({ stopReason: 'end_turn' })
  const raw = (await machine.events(session)).filter((event) => event.type === 'raw')
  expect(raw).toHaveLength(18)
  expect(raw[0]).toMatchObject({ method: 'malformed', params: 'this line is { not JSON' })
  // The agent tells its commands by itself, a moment after its start: between the ten they would be a good line.
  await machine.session(session, (now) => now.commands.length > 0)
  await machine.prompt(session, 'garbage: 10\nhang')
  const now = await exited(session)
  expect(now).toMatchObject({ reason: 'agent_broken' })
  expect(now.detail).toContain('10 lines in a row')
  expect(await machine.event(session, 'turn_result', 2)).toMatchObject({ stopReason: 'interrupted' })
})

test('50 MB in one line end the agent as broken, and the daemon goes on serving', async () => {
  const session = await machine.begin('flood: 50\nhang')
  const now = await exited(session)
  expect(now).toMatchObject({ reason: 'agent_broken' })
  expect(now.detail).toContain('a line over 8 MiB')
  expect(await machine.event(session, 'turn_result')).toMatchObject({ stopReason: 'interrupted' })
  expect(data(await machine.rig.api.v1.status.get()).daemon.pid).toBe(machine.rig.pid)
}, 30_000)

test('7 MB in one line are text like any other: the log keeps its head, its tail and the whole beside it', async () => {
  const session = await machine.begin('flood: 7')
  expect(await machine.event(session, 'turn_result')).toMatchObject({ stopReason: 'end_turn' })
  const { text } = await machine.event(session, 'message_delta')
  if (typeof text === 'string') throw new Error('it was not cut')
  const blob = await machine.rig.fetch(`/v1/sessions/${session}/blobs/${text.blob}`)
  const whole = await blob.text()
  expect(whole).toHaveLength(text.bytes)
  expect(whole).toBe('flood '.repeat(text.bytes / 6))
}, 30_000)

test('a flood of stderr without a newline holds nothing up', async () => {
  const session = await machine.begin('oddity: stderr-flood\nwords: 20 25\nsay: done')
  expect(await machine.event(session, 'turn_result')).toMatchObject({ stopReason: 'end_turn' })
  expect(textOf(await machine.events(session))).toContain('done')
  const stopped = data(await machine.acts(session).stop.post())
  expect(stopped).toMatchObject({ status: 'exited', reason: 'stopped' })
  expect(stopped.detail).toBeUndefined()
})

test('an error for a prompt ends the turn as the agent’s error, in its words, and the session goes on', async () => {
  const session = await machine.begin('error: the model is out')
  const result = await machine.event(session, 'turn_result')
  expect(result).toMatchObject({
    stopReason: 'agent_error',
    message: expect.stringContaining('the model is out'),
  })
  await machine.prompt(session, 'say: again')
  expect(await machine.event(session, 'turn_result', 2)).toMatchObject({ stopReason: 'end_turn' })
})

test('a request that nobody serves is answered as such, and an update that nobody maps is kept whole', async () => {
  const text = steps(
    { request: { id: 'q', method: 'craft/drainMidTurnQueue' } },
    { reply: 'q' },
    { update: { sessionUpdate: 'weather', sun: true } },
    { notify: 'x/unheard', params: { a: 1 } },
    { answer: { id: 'never-asked', result: 1 } },
    { end: 'end_turn' },
  )
  const session = await machine.begin(text, 'goose')
  await machine.event(session, 'turn_result')
  const events = await machine.events(session)
  expect(JSON.parse(textOf(events))).toMatchObject({ id: 'q', error: { code: -32601 } })
  const raw = events.flatMap((event) => (event.type === 'raw' ? [[event.method, event.params]] : []))
  expect(raw).toEqual([
    ['session/update', '{"sessionUpdate":"weather","sun":true}'],
    ['x/unheard', '{"a":1}'],
    ['response', '{"id":"never-asked","ok":true,"result":1}'],
  ])
})

test('an agent that says a turn ended twice ended it once', async () => {
  const text = steps({ end: 'end_turn' }, { end: 'refusal' }, { end: 'end_turn', of: 'prompt:999' })
  const session = await machine.begin(text, 'goose')
  await machine.event(session, 'turn_result')
  await machine.prompt(session, steps({ say: 'second' }, { end: 'max_tokens' }))
  await machine.event(session, 'turn_result', 2)
  const stops = (await machine.events(session)).flatMap((event) =>
    event.type === 'turn_result' ? [event.stopReason] : [],
  )
  expect(stops).toEqual(['end_turn', 'max_tokens'])
})
