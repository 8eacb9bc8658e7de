import { afterAll, beforeAll, expect, test } from 'bun:test'
import { field, textField } from './narrow.ts'
import { type Bench, createBench } from './test-bench.ts'
import { marked } from './test-client.ts'
import { initialize, type Opened, stopReason, updatesOf } from './test-session.ts'

let bench: Bench
let opened: Opened
beforeAll(async () => {
  bench = await createBench()
  opened = await bench.open()
})
afterAll(() => bench.close())

const cancel = () => opened.client.send({ method: 'session/cancel', params: { sessionId: opened.sessionId } })

test('unannounced-permission asks for a call nobody announced, and only updates it afterwards', async () => {
  const from = opened.client.messages.length
  const answer = opened.prompt('oddity: unannounced-permission\nrun: echo x')
  const ask = await opened.asked()
  opened.choose(ask, 'once')
  await answer
  const messages = opened.client.messages.slice(from)
  expect(updatesOf(messages, 'tool_call')).toEqual([])
  expect(updatesOf(messages, 'tool_call_update').at(-1)).toMatchObject({
    toolCallId: textField(field(ask.params, 'toolCall'), 'toolCallId') ?? '',
    status: 'completed',
  })
})

test('usage-after-result sends usage only after the result', async () => {
  const from = opened.client.messages.length
  const answer = await opened.prompt('oddity: usage-after-result\nusage: 1 2')
  const usage = await opened.client.until(
    (message) => updatesOf([message], 'usage_update').length === 1,
    from,
  )
  expect(opened.client.messages.indexOf(usage)).toBeGreaterThan(opened.client.messages.indexOf(answer))
})

test('replay-after-answer goes on replaying after the answer, in another process', async () => {
  const session = await bench.open()
  await session.prompt('oddity: replay-after-answer\nsay: one\nsay: two')
  await session.prompt('say: three')
  const client = bench.start()
  await initialize(client)
  const loaded = await client.ask('session/load', {
    sessionId: session.sessionId,
    cwd: bench.cwd,
    mcpServers: [],
  })
  const at = client.messages.indexOf(loaded)
  await client.until((message) => JSON.stringify(message).includes('"three"'))
  const kinds = (messages: typeof client.messages) =>
    updatesOf(messages)
      .map((update) => update.sessionUpdate)
      .filter((kind) => kind !== 'available_commands_update')
  expect(kinds(client.messages.slice(0, at))).toEqual([
    'user_message_chunk',
    'agent_message_chunk',
    'agent_message_chunk',
  ])
  expect(kinds(client.messages.slice(at))).toEqual(['user_message_chunk', 'agent_message_chunk'])
})

test('refusal-as-cancelled ends the turn as cancelled though nobody cancelled', async () => {
  const answer = opened.prompt('oddity: refusal-as-cancelled\nrun: true\nsay: never said')
  opened.choose(await opened.asked(), 'reject')
  expect(stopReason(await answer)).toBe('cancelled')
  expect(opened.text()).not.toContain('never said')
})

test('command-left-running keeps the command and its call going past a cancel and its agent', async () => {
  const session = await bench.open()
  const answer = session.prompt('oddity: command-left-running\nrun: echo up; sleep 300')
  session.choose(await session.asked(), 'once')
  await session.client.until((message) => JSON.stringify(message).includes('up\\n"'))
  session.client.send({ method: 'session/cancel', params: { sessionId: session.sessionId } })
  expect(stopReason(await answer)).toBe('cancelled')
  const statuses = session.updates('tool_call_update').map((update) => update.status)
  expect(statuses.filter((status) => status !== undefined)).toEqual(['in_progress'])
  session.client.closeInput()
  await session.client.exited
  // The shell and its sleep; `end` of the bench ends them by their pids.
  expect((await marked(session.client.mark)).length).toBeGreaterThan(0)
})

test('no-title-permission carries an id, a kind and a status, and nothing to read', async () => {
  const answer = opened.prompt('oddity: no-title-permission')
  const ask = await opened.asked()
  expect(field(ask.params, 'toolCall')).toEqual({
    toolCallId: expect.any(String),
    kind: 'execute',
    status: 'pending',
  })
  opened.choose(ask, 'reject')
  await answer
})

test('null-id asks under the numbers 0 and 1', async () => {
  const answer = opened.prompt('oddity: null-id\nrun: true\nrun: true')
  for (const id of [0, 1]) {
    const ask = await opened.asked()
    expect(ask.id).toBe(id)
    opened.choose(ask, 'once')
  }
  expect(stopReason(await answer)).toBe('end_turn')
})

test('withdraw-ask takes its permission back by itself and goes on', async () => {
  const answer = opened.prompt('oddity: withdraw-ask\nrun: true\nsay: went on')
  const ask = await opened.asked()
  await opened.client.until((message) => field(message.params, 'requestId') === ask.id)
  expect(stopReason(await answer)).toBe('end_turn')
  expect(opened.text()).toEndWith('went on')
})

test('late-answer answers the cancelled prompt a second time, into the next turn', async () => {
  const answer = opened.prompt('oddity: late-answer\nsay: waiting\nhang')
  await opened.client.until((message) => JSON.stringify(message).includes('"waiting"'))
  cancel()
  const cancelled = await answer
  expect(stopReason(cancelled)).toBe('cancelled')
  const next = opened.prompt('run: true')
  const ask = await opened.asked()
  const again = await opened.client.until(
    (message) => message.id === cancelled.id,
    opened.client.messages.indexOf(cancelled) + 1,
  )
  expect(stopReason(again)).toBe('end_turn')
  opened.choose(ask, 'reject')
  expect(stopReason(await next)).toBe('end_turn')
})

test('stderr-flood writes without a newline until stderr-quiet', async () => {
  await opened.prompt('oddity: stderr-flood')
  await opened.client.stderrReaches(200_000)
  expect(stopReason(await opened.prompt('oddity: stderr-quiet'))).toBe('end_turn')
})
