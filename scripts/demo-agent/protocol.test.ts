import { afterAll, beforeAll, expect, test } from 'bun:test'
import { field, listField } from './narrow.ts'
import { type Bench, createBench } from './test-bench.ts'
import { initialize, type Opened, openSession, stopReason, textOf, updatesOf } from './test-session.ts'

let bench: Bench
let opened: Opened
beforeAll(async () => {
  bench = await createBench()
  opened = await bench.open()
})
afterAll(() => bench.close())

test('initialize answers version 1 with what the agent can do, whatever was asked for', async () => {
  const { result } = await opened.client.ask('initialize', { protocolVersion: 99 })
  expect(result).toMatchObject({
    protocolVersion: 1,
    agentInfo: { name: 'demo', title: 'Demo agent' },
    agentCapabilities: { loadSession: true, sessionCapabilities: { list: {}, resume: {}, close: {} } },
    _meta: { steering: { supported: true } },
  })
  await initialize(opened.client)
})

test('session/new publishes modes and options, and the commands follow', async () => {
  const created = await opened.client.ask('session/new', { cwd: bench.cwd, mcpServers: [] })
  expect(field(created.result, 'modes')).toMatchObject({ currentModeId: 'ask' })
  const options = listField(created.result, 'configOptions')
  expect(options.map((option) => [field(option, 'id'), field(option, 'type')])).toEqual([
    ['mode', 'select'],
    ['model', 'select'],
    ['effort', 'select'],
    ['verbose', 'boolean'],
  ])
  const sessionId = field(created.result, 'sessionId')
  const commands = await opened.client.until(
    (message) =>
      field(message.params, 'sessionId') === sessionId &&
      updatesOf([message], 'available_commands_update').length === 1,
  )
  expect(opened.client.messages.indexOf(commands)).toBeGreaterThan(opened.client.messages.indexOf(created))
})

test('a folder that is not there, an unknown session and an unknown method are refused', async () => {
  const { client } = opened
  const code = async (method: string, params: unknown) =>
    field((await client.ask(method, params)).error, 'code')
  expect(await code('session/new', { cwd: '/nowhere/at/all' })).toBe(-32602)
  expect(await code('session/new', { cwd: 'relative' })).toBe(-32602)
  expect(await code('session/prompt', { sessionId: 'none' })).toBe(-32002)
  expect(await code('session/load', { sessionId: '../../x', cwd: bench.cwd })).toBe(-32002)
  expect(await code('session/delete', {})).toBe(-32601)
})

test('a change of mode is told in the other vocabulary before the answer', async () => {
  const { client, sessionId } = opened
  let from = client.messages.length
  await client.ask('session/set_mode', { sessionId, modeId: 'auto' })
  expect(updatesOf(client.messages.slice(from))[0]).toMatchObject({ sessionUpdate: 'config_option_update' })
  from = client.messages.length
  const set = await client.ask('session/set_config_option', { sessionId, configId: 'mode', value: 'ask' })
  expect(updatesOf(client.messages.slice(from))).toEqual([
    { sessionUpdate: 'current_mode_update', currentModeId: 'ask' },
  ])
  expect(field(listField(set.result, 'configOptions')[0], 'currentValue')).toBe('ask')
})

test('options take only published values', async () => {
  const { client, sessionId } = opened
  const set = async (configId: string, value: unknown) =>
    (await client.ask('session/set_config_option', { sessionId, configId, value })).error === undefined
  expect(await set('model', 'demo-large')).toBe(true)
  expect(await set('effort', 'high')).toBe(true)
  expect(await set('model', 'high')).toBe(false)
  expect(await set('verbose', 'yes')).toBe(false)
  expect(await set('none', 'x')).toBe(false)
  expect((await client.ask('session/set_mode', { sessionId, modeId: 'none' })).error).toMatchObject({
    code: -32602,
  })
})

test('verbose thinks aloud before each line', async () => {
  const session = await openSession(opened.client, bench.cwd)
  const { sessionId } = session
  await session.client.ask('session/set_config_option', { sessionId, configId: 'verbose', value: true })
  const from = session.client.messages.length
  await session.prompt('say: x')
  expect(updatesOf(session.client.messages.slice(from), 'agent_thought_chunk')).toHaveLength(1)
})

test('a second prompt on top of a running one is refused, and the first goes on', async () => {
  const answer = opened.prompt('run: true\nsay: first')
  const ask = await opened.asked()
  expect((await opened.prompt('say: second')).error).toEqual({
    code: -32600,
    message: 'Invalid request: another turn is already in progress',
    data: { code: 'turn.agent_busy' },
  })
  opened.choose(ask, 'once')
  expect(stopReason(await answer)).toBe('end_turn')
})

test('sessions of one process have turns at the same time', async () => {
  const other = await openSession(opened.client, bench.cwd)
  const answer = opened.prompt('run: true')
  const ask = await opened.asked()
  expect(stopReason(await other.prompt('say: meanwhile'))).toBe('end_turn')
  opened.choose(ask, 'reject')
  await answer
})

test('words steered into a turn are acted on after its current directive, before the rest', async () => {
  const steer = (text: string) =>
    opened.client.ask('_session/steering', {
      sessionId: opened.sessionId,
      prompt: [{ type: 'text', text }],
    })
  const from = opened.client.messages.length
  const answer = opened.prompt('run: true\nsay: rest.')
  const ask = await opened.asked()
  expect((await steer('say: one.')).result).toEqual({ outcome: 'injected' })
  expect((await steer('say: two.')).result).toEqual({ outcome: 'injected' })
  opened.choose(ask, 'reject')
  expect(stopReason(await answer)).toBe('end_turn')
  expect(textOf(opened.client.messages.slice(from))).toEndWith('one.two.rest.')
})

test('words steered while idle start a turn that has no result', async () => {
  const from = opened.client.messages.length
  const steered = await opened.client.ask('_session/steering', {
    sessionId: opened.sessionId,
    prompt: [{ type: 'text', text: 'say: by itself' }],
  })
  expect(steered.result).toEqual({ outcome: 'startedNewTurn' })
  await opened.client.until((message) => textOf([message]) === 'by itself', from)
  // Nothing says that such a turn is over but that the next prompt is taken.
  while ((await opened.prompt('recall')).error !== undefined) {}
  expect(opened.text()).toContain('say: by itself')
  expect(
    opened.client.messages.slice(from).filter((message) => stopReason(message) !== undefined),
  ).toHaveLength(1)
})

test('--no-steering neither advertises nor knows it', async () => {
  const client = bench.start('--no-steering')
  const { result } = await initialize(client)
  expect(field(result, '_meta')).toBeUndefined()
  const session = await openSession(client, bench.cwd)
  const steered = await client.ask('_session/steering', { sessionId: session.sessionId, prompt: [] })
  expect(steered.error).toMatchObject({ code: -32601 })
})

test('--start-delay holds the answer to initialize', async () => {
  const client = bench.start('--start-delay', '120')
  const started = performance.now()
  await initialize(client)
  expect(performance.now() - started).toBeGreaterThan(115)
})

test('a line that is not JSON gets a parse error', async () => {
  const client = bench.start()
  client.sendLine('{')
  expect((await client.until((message) => message.error !== undefined)).error).toMatchObject({ code: -32700 })
})

test('an argument it does not know ends it at once', async () => {
  expect(await bench.start('--what', 'x').exited).toBe(2)
})
