import { expect, test } from 'bun:test'
import { eventsOf, stubForTests } from './test-stub.ts'

const stub = stubForTests()
const Bash = { name: 'Bash', input_schema: { type: 'object', properties: { command: { type: 'string' } } } }
const asked = (messages: unknown, rest: object = {}) => ({ model: 'm', stream: true, messages, ...rest })

test('a stream opens and closes each block in its order', async () => {
  const messages = [{ role: 'user', content: '[[think hm]] [[say a]] [[say b]] [[bash ls]] [[usage 7 8]]' }]
  const events = await eventsOf(await stub.post('/v1/messages', asked(messages, { tools: [Bash] })))
  expect(events.map(({ name }) => name)).toEqual([
    'message_start',
    'ping',
    ...['content_block_start', 'content_block_delta', 'content_block_delta', 'content_block_stop'],
    ...['content_block_start', 'content_block_delta', 'content_block_delta', 'content_block_stop'],
    ...['content_block_start', 'content_block_delta', 'content_block_stop'],
    'message_delta',
    'message_stop',
  ])
  expect(events.every(({ name, data }) => data.type === name)).toBe(true)
  expect(events.flatMap(({ data }) => (data.delta === undefined ? [] : [data.delta]))).toMatchObject([
    { type: 'thinking_delta', thinking: 'hm' },
    { type: 'signature_delta' },
    { type: 'text_delta', text: 'a' },
    { type: 'text_delta', text: 'b' },
    { type: 'input_json_delta', partial_json: '{"command":"ls"}' },
    { stop_reason: 'tool_use' },
  ])
})

test('a plain answer is one message with the same content', async () => {
  const messages = [
    { role: 'user', content: [{ type: 'text', text: '[[say a]] [[usage 7 8]] [[stop refusal]]' }] },
  ]
  const response = await stub.post('/v1/messages', asked(messages, { stream: false }))
  expect(await response.json()).toMatchObject({
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: 'a' }],
    stop_reason: 'refusal',
    usage: { input_tokens: 7, output_tokens: 8 },
  })
})

test('a result goes on with the turn, reminders beside it or not', async () => {
  const result = { type: 'tool_result', tool_use_id: 'x', content: [{ type: 'text', text: 'a.txt' }] }
  const reminder = { type: 'text', text: '<system-reminder>[[hang]]</system-reminder>' }
  const messages = [
    { role: 'user', content: '[[bash ls]] [[say done]]' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'x', name: 'Bash', input: {} }] },
    { role: 'user', content: [result, reminder] },
  ]
  const body = asked(messages, { tools: [Bash], stream: false })
  expect(await (await stub.post('/v1/messages', body)).json()).toMatchObject({
    content: [{ text: 'tool said: a.txt\ndone' }],
    stop_reason: 'end_turn',
  })
  expect(stub.requests().at(-1)).toMatchObject({
    api: 'anthropic',
    results: 1,
    user: '[[bash ls]] [[say done]]',
  })
})

test('an error has Anthropic’s words', async () => {
  const response = await stub.post('/v1/messages', asked([{ role: 'user', content: '[[error 529]]' }]))
  expect(response.status).toBe(529)
  expect(await response.json()).toMatchObject({ type: 'error', error: { type: 'overloaded_error' } })
})
