import { describe, expect, test } from 'bun:test'
import { translateReplay, translateUpdate } from './translate.ts'
import { vendorOf } from './vendor.ts'

const plain = vendorOf('demo')
const translate = (update: unknown) => translateUpdate(plain, update)
const text = (words: string) => ({ type: 'text', text: words })

describe('chunks', () => {
  test('text keeps its message and every character of it', () => {
    const odd = 'a\u202e\u0000\n b'
    expect(translate({ sessionUpdate: 'agent_message_chunk', messageId: 'm1', content: text(odd) })).toEqual([
      { kind: 'event', event: { type: 'message_delta', text: odd, message: 'm1' } },
    ])
    expect(translate({ sessionUpdate: 'agent_thought_chunk', content: text('hm') })).toEqual([
      { kind: 'event', event: { type: 'thought_delta', text: 'hm' } },
    ])
  })

  test('an empty chunk and a live echo say nothing', () => {
    expect(translate({ sessionUpdate: 'agent_message_chunk', content: text('') })).toEqual([])
    expect(translate({ sessionUpdate: 'user_message_chunk', content: text('mine') })).toEqual([])
  })

  test('a replay keeps the words of the person and says that it is one', () => {
    expect(translateReplay(plain, { sessionUpdate: 'user_message_chunk', content: text('mine') })).toEqual([
      { kind: 'event', event: { type: 'message_delta', text: 'mine', role: 'user', origin: 'replay' } },
    ])
  })

  test('an image is kept raw', () => {
    const update = {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    }
    expect(translate(update)).toEqual([
      { kind: 'event', event: { type: 'raw', method: 'session/update', params: JSON.stringify(update) } },
    ])
  })
})

describe('tool calls', () => {
  test('a call with input, places, text, a diff and a block nobody knows', () => {
    const block = { type: 'chart', points: [1] }
    const [change] = translate({
      sessionUpdate: 'tool_call',
      toolCallId: 't:1',
      title: ' Edit\u202e\na.txt ',
      kind: 'edit',
      status: 'pending',
      rawInput: { path: 'a.txt' },
      locations: [{ path: '/a.txt', line: 3 }, { path: '/b.txt' }, { line: 1 }],
      content: [
        { type: 'content', content: text('why') },
        { type: 'diff', path: '/a.txt', newText: 'new' },
        block,
      ],
    })
    expect(change).toEqual({
      kind: 'event',
      event: {
        type: 'tool_call',
        toolCall: 't:1',
        title: 'Edit a.txt',
        kind: 'edit',
        status: 'pending',
        rawInput: '{"path":"a.txt"}',
        locations: [{ path: '/a.txt', line: 3 }, { path: '/b.txt' }],
        content: [
          { type: 'text', text: 'why' },
          { type: 'diff', path: '/a.txt', old: null, new: 'new' },
          { type: 'other', json: JSON.stringify(block) },
        ],
      },
    })
  })

  test('an update carries only what it changes; an input without members is none', () => {
    expect(
      translate({
        sessionUpdate: 'tool_call_update',
        toolCallId: 't',
        status: 'completed',
        rawInput: {},
        title: null,
      }),
    ).toEqual([{ kind: 'event', event: { type: 'tool_call', toolCall: 't', status: 'completed' } }])
  })

  test('a command that is only in the title survives the label', () => {
    const title = `echo ${'x'.repeat(300)}`
    const [change] = translate({ sessionUpdate: 'tool_call_update', toolCallId: 't', title })
    expect(change).toMatchObject({ event: { rawInput: JSON.stringify({ title }) } })
  })

  test('a raw output is kept where it says more than the content', () => {
    const update = {
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      content: [{ type: 'content', content: text('```\nhi\n```') }],
    }
    expect(translate({ ...update, rawOutput: 'hi' })).not.toContainEqual({ rawOutput: expect.anything() })
    expect(
      translate({ ...update, rawOutput: { output: 'hi', metadata: { exit: 2, output: 'hi' } } }),
    ).toMatchObject([{ event: { rawOutput: '{"metadata":{"exit":2}}' } }])
  })

  test('a call without an id and one that says nothing are kept raw', () => {
    for (const update of [
      { sessionUpdate: 'tool_call', title: 'lost' },
      { sessionUpdate: 'tool_call_update', toolCallId: 't', later: 1 },
    ]) {
      expect(translate(update)).toMatchObject([{ event: { type: 'raw', params: JSON.stringify(update) } }])
    }
  })
})

describe('facts', () => {
  test('a plan, and a plan of which a part cannot be read', () => {
    const entry = { content: 'one', priority: 'high', status: 'pending' }
    expect(translate({ sessionUpdate: 'plan', entries: [entry] })).toEqual([
      { kind: 'event', event: { type: 'plan', entries: [entry] } },
    ])
    expect(translate({ sessionUpdate: 'plan', entries: [] })).toMatchObject([{ event: { entries: [] } }])
    expect(translate({ sessionUpdate: 'plan', entries: [entry, 3] })).toMatchObject([
      { event: { type: 'plan' } },
      { event: { type: 'raw' } },
    ])
  })

  test('usage names what was reported and nothing else', () => {
    expect(translate({ sessionUpdate: 'usage_update', used: 0, size: 200, cost: null })).toEqual([
      { kind: 'event', event: { type: 'usage', used: 0, size: 200 } },
      { kind: 'context', context: { used: 0, size: 200 } },
    ])
  })

  test('titles are labels, an empty one changes nothing', () => {
    expect(translate({ sessionUpdate: 'session_info_update', title: 'A\nB', updatedAt: 'x' })).toEqual([
      { kind: 'title', title: 'A B' },
    ])
    expect(translate({ sessionUpdate: 'session_info_update', title: null })).toEqual([])
  })

  test('modes, options and commands', () => {
    expect(translate({ sessionUpdate: 'current_mode_update', currentModeId: 'plan' })).toEqual([
      { kind: 'control', id: 'mode', value: 'plan' },
    ])
    expect(translate({ sessionUpdate: 'config_option_update', configOptions: [] })).toEqual([
      { kind: 'controls', controls: [] },
    ])
    expect(
      translate({
        sessionUpdate: 'available_commands_update',
        availableCommands: [
          { name: 'memory show', description: 'd', input: { hint: '<what>' } },
          { name: 'init', input: null },
          { name: 'od\u202ed' },
        ],
      }),
    ).toEqual([
      {
        kind: 'commands',
        commands: [
          { name: 'memory show', description: 'd', hint: '<what>' },
          { name: 'init', description: '' },
        ],
      },
    ])
  })

  test.each([
    { sessionUpdate: 'subagent_update', id: 1 },
    { sessionUpdate: 'plan' },
    { sessionUpdate: 'usage_update' },
    { sessionUpdate: 'current_mode_update' },
    { sessionUpdate: 'session_info_update', _meta: { new: true } },
    { no: 'kind' },
    null,
    'text',
  ])('%j is kept raw', (update) => {
    expect(translate(update)).toEqual([
      { kind: 'event', event: { type: 'raw', method: 'session/update', params: JSON.stringify(update) } },
    ])
  })
})
