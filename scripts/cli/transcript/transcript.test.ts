import { describe, expect, test } from 'bun:test'
import type { EventType, NewEvent } from '../../../shared/wire/event.ts'
import { styleOf } from '../style.ts'
import { createTranscript } from './transcript.ts'

const EVIL = 'x\u001b[2J\u001b]0;t\u0007\u202e\u200b\u009by\r'

function print(events: readonly NewEvent[], colour = false): string {
  const transcript = createTranscript(styleOf(colour))
  const placed = events.map((event, index) => ({ at: 1, ...event, seq: index + 1 }))
  const text = placed.map((event) => transcript.feed(event)).join('')
  return text + transcript.breakLine()
}

/** What each type prints by itself, with text that means no harm and text that does. */
const golden: { [K in EventType]: [NewEvent & { type: K }, string][] } = {
  prompt: [[{ type: 'prompt', text: `two\nlines ${EVIL}` }, '> two\n> lines x\u202e\u200by\n']],
  prompt_delivered: [
    [{ type: 'prompt_delivered', prompt: 3 }, ''],
    [{ type: 'prompt_delivered', prompt: 3, steered: true }, '(message 3 reached the running turn)\n'],
  ],
  prompt_withdrawn: [
    [{ type: 'prompt_withdrawn', prompt: 3, why: 'taken_back' }, '(message 3 taken back)\n'],
  ],
  message_delta: [
    [{ type: 'message_delta', text: EVIL }, 'x\u202e\u200by\n'],
    [{ type: 'message_delta', text: 'earlier', role: 'user' }, '> earlier\n'],
    [
      { type: 'message_delta', text: { head: 'a', tail: 'z', bytes: 9, blob: 'b' } },
      'a\n… 9 bytes in all …\nz\n',
    ],
  ],
  thought_delta: [[{ type: 'thought_delta', text: EVIL }, 'x\u202e\u200by\n']],
  tool_call: [
    [{ type: 'tool_call', toolCall: 't' }, '[tool] tool call\n'],
    [
      { type: 'tool_call', toolCall: 't', title: EVIL, kind: EVIL, status: 'failed' },
      '[x[2J]0;ty] x[2J]0;ty\n  failed\n',
    ],
    [
      { type: 'tool_call', toolCall: 't', title: 'T', content: [{ type: 'text', text: EVIL }] },
      '[tool] T\n    x\u202e\u200by\n',
    ],
  ],
  plan: [
    [
      { type: 'plan', entries: [{ content: EVIL, status: 'completed' }, { content: 'b' }] },
      '[plan]\n  [x] x[2J]0;ty\n  [ ] b\n',
    ],
  ],
  usage: [[{ type: 'usage', used: 1 }, '']],
  permission_request: [
    [
      { type: 'permission_request', ask: 'perm-1-x', toolCall: { toolCall: 't', title: EVIL }, options: [] },
      'asks x[2J]0;ty perm-1-x\n',
    ],
    [
      { type: 'permission_request', ask: 'perm-1-x', toolCall: { toolCall: 't' }, options: [] },
      'asks for a permission perm-1-x\n',
    ],
  ],
  permission_resolved: [
    [{ type: 'permission_resolved', ask: 'perm-1-x', outcome: 'agent_gone' }, 'answered: agent_gone\n'],
    [
      {
        type: 'permission_resolved',
        ask: 'perm-1-x',
        outcome: 'selected',
        option: EVIL,
        by: { door: 'local' },
      },
      'answered: x[2J]0;ty (local)\n',
    ],
  ],
  elicitation_request: [
    [
      { type: 'elicitation_request', ask: 'elic-1-x', message: EVIL, fields: [] },
      'asks x[2J]0;ty elic-1-x\n',
    ],
  ],
  elicitation_resolved: [
    [
      {
        type: 'elicitation_resolved',
        ask: 'elic-1-x',
        outcome: 'accepted',
        answers: [{ label: 'C', value: EVIL }],
      },
      'answered: accepted · C: x[2J]0;ty\n',
    ],
  ],
  turn_result: [
    [{ type: 'turn_result', prompts: [1], stopReason: 'end_turn' }, '-- end turn\n'],
    [
      { type: 'turn_result', prompts: [1], stopReason: 'agent_error', message: EVIL },
      '-- agent error\nx\u202e\u200by\n',
    ],
  ],
  session_status: [
    [{ type: 'session_status', status: 'started' }, 'session started\n'],
    [
      {
        type: 'session_status',
        status: 'exited',
        reason: 'stopped',
        unconfirmed: true,
        left: ['sleep (7)', EVIL],
      },
      'session exited (stopped)\nnot confirmed that everything ended; still running: sleep (7), x[2J]0;ty\n',
    ],
  ],
  config: [
    [
      {
        type: 'config',
        controls: [
          {
            id: 'm',
            source: 'mode',
            kind: 'select',
            name: 'Mode',
            value: 'a',
            choices: [{ value: 'a', name: 'Ask' }],
          },
          { id: 'v', source: 'config', kind: 'boolean', name: EVIL, value: false },
        ],
      },
      '(Mode: Ask · x[2J]0;ty: off)\n',
    ],
    [{ type: 'config', controls: [] }, ''],
  ],
  context_cleared: [[{ type: 'context_cleared' }, '(context cleared)\n']],
  file_sent: [[{ type: 'file_sent', path: EVIL, bytes: 3 }, 'file x[2J]0;ty (3 bytes)\n']],
  error: [[{ type: 'error', code: 'start_failed', message: EVIL }, 'start_failed: x\u202e\u200by\n']],
  raw: [[{ type: 'raw', method: EVIL, params: '{}' }, '(x[2J]0;ty)\n']],
}

for (const [type, cases] of Object.entries(golden)) {
  test(`${type} prints as it should, and nothing in it acts on the terminal`, () => {
    for (const [event, text] of cases) expect(print([event])).toBe(text)
  })
}

test('an event of a later version is one muted line', () => {
  const later = { seq: 1, at: 1, type: `weather${EVIL}` }
  expect(createTranscript(styleOf(false)).feed(later)).toBe('(weatherx[2J]0;ty)\n')
})

describe('a transcript', () => {
  test('joins the deltas of one message and gives another, a thought and a fact their own lines', () => {
    const text = print([
      { type: 'message_delta', text: 'Hel', message: 'm1' },
      { type: 'message_delta', text: 'lo', message: 'm1' },
      { type: 'usage', used: 9 },
      { type: 'message_delta', text: '!\n', message: 'm1' },
      { type: 'message_delta', text: 'Next', message: 'm2' },
      { type: 'thought_delta', text: 'hm', message: 'm2' },
      { type: 'context_cleared' },
    ])
    expect(text).toBe('Hello!\nNext\nhm\n(context cleared)\n')
  })

  test('streams output indented, whether the agent appends it or sends all of it again', () => {
    const again = (text: string): NewEvent => ({
      type: 'tool_call',
      toolCall: 't',
      content: [{ type: 'text', text }],
    })
    const streamed = print([
      { type: 'tool_call', toolCall: 't', title: 'ls', kind: 'execute', status: 'in_progress' },
      again('on'),
      again('one\ntw'),
      again('one\ntwo\n'),
      { type: 'tool_call', toolCall: 't', status: 'completed' },
      { type: 'tool_call', toolCall: 't', status: 'completed' },
    ])
    expect(streamed).toBe('[execute] ls\n    one\n    two\n  completed\n')
    const appended = print([
      { type: 'tool_call', toolCall: 'u', title: 'ls', output: 'on' },
      { type: 'tool_call', toolCall: 'u', output: 'e\ntwo\n' },
    ])
    expect(appended).toBe('[tool] ls\n    one\n    two\n')
  })

  test('says a call’s better title when it comes, and shows the same diff once', () => {
    const diff = { type: 'diff' as const, path: 'a', old: 'x\n', new: 'y\n' }
    const text = print([
      { type: 'tool_call', toolCall: 't', title: 'Preparing…', kind: 'edit' },
      { type: 'tool_call', toolCall: 't', title: 'Edit a', content: [diff] },
      { type: 'tool_call', toolCall: 't', status: 'completed', content: [diff] },
    ])
    expect(text).toBe(
      '[edit] Preparing…\n[edit] Edit a\n    change a\n    @@ -1,1 +1,1 @@\n    -x\n    +y\n  completed\n',
    )
  })

  test('names the chosen option as the agent named it, and the context a turn used', () => {
    const text = print([
      {
        type: 'permission_request',
        ask: 'p',
        toolCall: { toolCall: 't', title: 'T' },
        options: [{ id: 'o1', name: 'Yes, once', kind: 'allow_once' }],
      },
      { type: 'permission_resolved', ask: 'p', outcome: 'selected', option: 'o1', by: { door: 'device' } },
      { type: 'usage', used: 10, size: 100, cost: { amount: 0.5, currency: 'USD' } },
      { type: 'turn_result', prompts: [1], stopReason: 'end_turn' },
      { type: 'turn_result', prompts: [2], stopReason: 'end_turn' },
    ])
    expect(text).toBe(
      'asks T p\nanswered: Yes, once (device)\n-- end turn · context 10 of 100, 0.5 USD\n-- end turn\n',
    )
  })

  test('dims thoughts and closes colours that the agent left on', () => {
    expect(print([{ type: 'thought_delta', text: 'hm' }], true)).toBe('\u001b[2mhm\u001b[22m\n')
    expect(print([{ type: 'message_delta', text: '\u001b[31mred' }], true)).toBe('\u001b[31mred\u001b[0m\n')
  })
})
