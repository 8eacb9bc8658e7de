import { expect, test } from 'bun:test'
import { eventsOf, stubForTests } from './test-stub.ts'

const stub = stubForTests()
const path = '/v1/chat/completions'
const parameters = { type: 'object', properties: { command: { type: 'string' } } }
const bash = { type: 'function', function: { name: 'bash', parameters } }
const asked = (words: unknown, rest: object = {}) => ({
  model: 'm',
  messages: [{ role: 'user', content: words }],
  stream: true,
  ...rest,
})

test('a stream is chunks, the finish, the counts when asked for, and DONE', async () => {
  const body = asked('[[think hm]] [[say a]] [[usage 7 8]]', { stream_options: { include_usage: true } })
  const events = await eventsOf(await stub.post(path, body))
  expect(events.at(-1)?.name).toBe('DONE')
  expect(events.slice(0, -1).map(({ data }) => data)).toMatchObject([
    { choices: [{ delta: { role: 'assistant' }, finish_reason: null }] },
    { choices: [{ delta: { reasoning_content: 'hm' } }] },
    { choices: [{ delta: { content: 'a' } }] },
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage: { prompt_tokens: 7, completion_tokens: 8, total_tokens: 15 } },
  ])
})

test('two calls of one reply have indices and ids of their own', async () => {
  const events = await eventsOf(await stub.post(path, asked('[[bash-both ls || pwd]]', { tools: [bash] })))
  const heads = JSON.stringify(events.map(({ data }) => data.choices)).match(/"id":"call_stub_[^"]*"/g)
  expect(new Set(heads).size).toBe(2)
  expect(events.at(-2)?.data).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] })
  const body = asked('[[bash-both ls || pwd]]', { tools: [bash], stream: false })
  const { choices } = await (await stub.post(path, body)).json()
  expect(choices).toMatchObject([
    {
      finish_reason: 'tool_calls',
      message: {
        content: null,
        tool_calls: [
          { function: { name: 'bash', arguments: '{"command":"ls"}' } },
          { function: { name: 'bash', arguments: '{"command":"pwd"}' } },
        ],
      },
    },
  ])
})

test('results are read from the messages of tools', async () => {
  const messages = [
    { role: 'system', content: 'Be good.' },
    { role: 'user', content: [{ type: 'text', text: '[[bash ls]] [[say done]]' }] },
    { role: 'assistant', content: null, tool_calls: [] },
    { role: 'tool', tool_call_id: 'x', content: 'a.txt' },
  ]
  const response = await stub.post(path, asked('', { messages, tools: [bash], stream: false }))
  expect(await response.json()).toMatchObject({
    choices: [{ finish_reason: 'stop', message: { content: 'tool said: a.txt\ndone' } }],
  })
})

test('an answer by a schema is housekeeping', async () => {
  const response_format = { type: 'json_schema', json_schema: { schema: { type: 'string' } } }
  const response = await stub.post(path, asked('[[hang]]', { response_format, tools: [bash], stream: false }))
  expect(await response.json()).toMatchObject({ choices: [{ message: { content: '"stub"' } }] })
  expect(stub.requests().at(-1)).toMatchObject({ housekeeping: true, ended: 'done' })
})
