import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Bench, createBench } from './test-bench.ts'
import { type Opened, stopReason, textOf, updatesOf } from './test-session.ts'

let bench: Bench
let opened: Opened
beforeAll(async () => {
  bench = await createBench()
  opened = await bench.open()
})
afterAll(() => bench.close())

/** What a prompt brought, its answer left out. */
async function during(text: string) {
  const from = opened.client.messages.length
  const answer = await opened.prompt(text)
  return { answer, messages: opened.client.messages.slice(from) }
}

test('other lines are said back in several chunks of one message', async () => {
  const { answer, messages } = await during('Hello & good day')
  expect(stopReason(answer)).toBe('end_turn')
  expect(textOf(messages)).toContain('“Hello & good day”')
  const chunks = updatesOf(messages, 'agent_message_chunk')
  expect(chunks.length).toBeGreaterThan(2)
  expect(new Set(chunks.map((chunk) => chunk.messageId)).size).toBe(1)
})

test('say says exactly its text and nothing is echoed', async () => {
  const { messages } = await during('say: one\nsay: two')
  expect(updatesOf(messages).map((update) => update.content)).toEqual([
    { type: 'text', text: 'one' },
    { type: 'text', text: 'two' },
  ])
})

test('words streams numbered words, one chunk each', async () => {
  const { messages } = await during('words: 5 1')
  expect(textOf(messages)).toBe('word1 word2 word3 word4 word5')
  expect(updatesOf(messages, 'agent_message_chunk')).toHaveLength(5)
})

test('think, plan, title and usage become their updates', async () => {
  const { answer, messages } = await during('think: hmm\nplan: One | Two\ntitle: A name\nusage: 30 12')
  expect(updatesOf(messages, 'agent_thought_chunk')[0]?.content).toEqual({ type: 'text', text: 'hmm' })
  const plans = updatesOf(messages, 'plan').map((plan) => plan.entries)
  expect(plans).toHaveLength(3)
  expect(plans[0]).toEqual([
    { content: 'One', priority: 'medium', status: 'in_progress' },
    { content: 'Two', priority: 'medium', status: 'pending' },
  ])
  expect(updatesOf(messages, 'session_info_update')[0]?.title).toBe('A name')
  expect(updatesOf(messages, 'usage_update')[0]).toMatchObject({ used: 42 })
  expect(answer.result).toEqual({
    stopReason: 'end_turn',
    usage: { inputTokens: 30, outputTokens: 12, totalTokens: 42 },
  })
})

test('recall says back the earlier messages, one a line', async () => {
  const other = await bench.open()
  await other.prompt('say: one')
  await other.prompt('say: two\nsay: three')
  const from = other.client.messages.length
  await other.prompt('recall')
  expect(textOf(other.client.messages.slice(from))).toBe('say: one\nsay: two / say: three')
})

test('a directive it cannot follow and an attachment are said in words', async () => {
  const { messages } = await during('words: many')
  expect(textOf(messages)).toContain('N EVERY_MS')
  const from = opened.client.messages.length
  await opened.client.ask('session/prompt', {
    sessionId: opened.sessionId,
    prompt: [{ type: 'resource_link', name: 'a.txt', uri: 'file:///a.txt' }],
  })
  expect(textOf(opened.client.messages.slice(from))).toBe('You attached: resource_link a.txt.')
})

test('work in the background reports after the result', async () => {
  const { answer, messages } = await during('background: 20')
  const started = updatesOf(messages, 'tool_call')[0]
  expect(started).toMatchObject({ status: 'in_progress' })
  const finished = await opened.client.until(
    (message) => updatesOf([message], 'tool_call_update')[0]?.toolCallId === started?.toolCallId,
  )
  expect(updatesOf([finished])[0]).toMatchObject({ status: 'completed' })
  const order = opened.client.messages
  const words = order.findIndex((message) => textOf([message]) === 'The background work is done.')
  expect(words).toBeGreaterThan(order.indexOf(answer))
})
