import { expect, test } from 'bun:test'
import { eventsOf, stubForTests } from './test-stub.ts'

const stub = stubForTests()
const parameters = { type: 'object', properties: { cmd: { type: 'string' } } }
const exec = { type: 'function', name: 'exec_command', parameters }
const asked = (input: unknown, rest: object = {}) => ({ model: 'm', stream: true, input, ...rest })

test('a stream announces each item, fills it and closes it, numbered without a gap', async () => {
  const body = asked('[[think hm]] [[say a]] [[bash ls]]', { tools: [exec] })
  const events = await eventsOf(await stub.post('/v1/responses', body))
  expect(events.map(({ name }) => name.replace('response.', ''))).toEqual([
    ...['created', 'in_progress'],
    ...['output_item.added', 'reasoning_summary_part.added', 'reasoning_summary_text.delta'],
    ...['reasoning_summary_text.done', 'reasoning_summary_part.done', 'output_item.done'],
    ...['output_item.added', 'content_part.added', 'output_text.delta'],
    ...['output_text.done', 'content_part.done', 'output_item.done'],
    ...[
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
    ],
    'completed',
  ])
  expect(events.map(({ data }) => data.sequence_number)).toEqual(events.map((_, n) => n))
  expect(events.at(-1)?.data).toMatchObject({
    response: {
      status: 'completed',
      end_turn: false,
      output: [
        { type: 'reasoning', summary: [{ text: 'hm' }] },
        { type: 'message', status: 'completed', content: [{ text: 'a' }] },
        { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"ls"}' },
      ],
    },
  })
})

test('a plain answer is the response; one cut short says so', async () => {
  const response = await stub.post('/v1/responses', asked('[[say a]] [[stop max_tokens]]', { stream: false }))
  expect(await response.json()).toMatchObject({
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    output: [{ content: [{ text: 'a' }] }],
  })
})

test('tools come in groups and in the input, and outputs are results', async () => {
  const input = [
    {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: '<environment_context>x</environment_context>' }],
    },
    {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: '[[tool mcp__rig__ping {}]] [[say done]]' }],
    },
    { type: 'function_call', call_id: 'x', name: 'ping', arguments: '{}' },
    { type: 'function_call_output', call_id: 'x', output: 'pong' },
    {
      type: 'additional_tools',
      tools: [{ type: 'namespace', name: 'mcp__rig', tools: [{ ...exec, name: 'ping' }] }],
    },
  ]
  const response = await stub.post('/v1/responses', asked(input, { tools: [exec], stream: false }))
  expect(await response.json()).toMatchObject({ output: [{ content: [{ text: 'tool said: pong\ndone' }] }] })
  expect(stub.requests().at(-1)).toMatchObject({ tools: ['exec_command', 'mcp__rig/ping'], results: 1 })
})

test('calls of OpenAI’s own tools have items of their own', async () => {
  const types = [
    [{ type: 'local_shell' }, '[[bash ls]]', 'local_shell_call'],
    [{ type: 'custom', name: 'apply_patch' }, '[[write a.txt x]]', 'custom_tool_call'],
    [{ type: 'tool_search' }, '[[tool tool_search {"query":"ping"}]]', 'tool_search_call'],
  ] as const
  for (const [tool, words, type] of types) {
    const events = await eventsOf(await stub.post('/v1/responses', asked(words, { tools: [tool] })))
    expect(events.at(-1)?.data).toMatchObject({ response: { output: [{ type, status: 'completed' }] } })
  }
})

test('a conversation is compacted to one message', async () => {
  const response = await stub.post('/v1/responses/compact', { model: 'm', input: [] })
  expect(await response.json()).toMatchObject({ output: [{ type: 'message', role: 'user' }] })
})
