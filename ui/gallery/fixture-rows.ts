/** Rows of a conversation, of every kind and state. */
import type { Row, ToolCall } from '../transcript/row.ts'
import { ANSWER, NEW_FILE, OLD_FILE, TERMINAL, TORTURE } from './fixture-text.ts'

export const NOW = 1_796_061_600_000
const MINUTE = 60_000
let count = 0
const placed = (minutes: number) => ({ key: `row-${count++}`, at: NOW - minutes * MINUTE })

const read = (path: string): ToolCall => ({
  toolCall: `read-${path}`,
  title: `Read ${path}`,
  kind: 'read',
  status: 'completed',
  locations: [{ path }],
  rawInput: JSON.stringify({ path }),
})

const edit: ToolCall = {
  toolCall: 'edit-1',
  title: 'Edit shared/duration.ts',
  kind: 'edit',
  status: 'completed',
  locations: [{ path: 'shared/duration.ts', line: 5 }],
  content: [{ type: 'diff', path: 'shared/duration.ts', old: OLD_FILE, new: NEW_FILE }],
}

export const run: ToolCall = {
  toolCall: 'run-1',
  title: 'bun test shared/duration',
  kind: 'execute',
  status: 'failed',
  rawInput: JSON.stringify({ command: 'bun test shared/duration', cwd: '/home/mara/fairlead' }),
  output: [TERMINAL],
}

const working: ToolCall = {
  toolCall: 'run-2',
  title: 'bun test --coverage',
  kind: 'execute',
  status: 'in_progress',
  rawInput: JSON.stringify({ command: ['bun', 'test', '--coverage'] }),
}

const agent: ToolCall = {
  toolCall: 'task-1',
  title: 'Look for other callers',
  kind: 'think',
  status: 'completed',
  children: [
    read('server/sweep.ts'),
    { ...run, toolCall: 'run-3', title: 'rg parseDuration', status: 'completed' },
  ],
}

const calls = [
  read('shared/duration.ts'),
  read('shared/duration.test.ts'),
  read('shared/time.ts'),
  run,
  { ...run, toolCall: 'run-4', status: 'completed' as const },
  edit,
]

export const CONVERSATION: readonly Row[] = [
  { kind: 'process', ...placed(40), status: 'started' },
  {
    kind: 'prompt',
    ...placed(39),
    text: 'The duration test fails since yesterday. Find out why, and fix it without touching the callers.',
    state: 'delivered',
  },
  {
    kind: 'thought',
    ...placed(39),
    parts: ['The failing test is about minutes. Let me read the parser first.\n\nThen the callers.'],
  },
  { kind: 'message', ...placed(39), parts: ['I will look at the parser and its test first.'] },
  { kind: 'tools', ...placed(38), calls },
  {
    kind: 'ask_settled',
    ...placed(37),
    settled: {
      ask: 'a',
      what: 'bun test shared/duration',
      kind: 'permission',
      outcome: 'selected',
      option: 'Yes',
      by: { door: 'device', device: 'Mara’s phone' },
    },
  },
  { kind: 'message', ...placed(36), parts: [ANSWER] },
  { kind: 'turn_end', ...placed(36), stopReason: 'end_turn' },
  { kind: 'prompt', ...placed(20), text: 'Good. Now the callers too.', state: 'delivered' },
  {
    kind: 'plan',
    ...placed(20),
    entries: [
      { content: 'List the callers', status: 'completed' },
      { content: 'Replace the deprecated alias', status: 'in_progress' },
      { content: 'Run everything', status: 'pending' },
    ],
  },
  { kind: 'prompt', ...placed(19), text: 'Leave sweep.ts alone.', state: 'steered' },
  { kind: 'tools', ...placed(18), calls: [agent, working] },
  { kind: 'message', ...placed(1), parts: ['Two callers left: `server/retry-after.ts` and'], live: true },
]

export const EVERY_STATE: readonly Row[] = [
  { kind: 'prompt', ...placed(9), text: 'An older question', state: 'delivered', replay: true },
  { kind: 'message', ...placed(9), parts: ['An older answer.'], replay: true },
  { kind: 'prompt', ...placed(8), text: 'This one is on its way', state: 'sending' },
  { kind: 'prompt', ...placed(8), text: 'This one waits', state: 'waiting', seq: 12 },
  { kind: 'prompt', ...placed(8), text: 'This one was taken back', state: 'taken_back' },
  { kind: 'prompt', ...placed(8), text: 'This one met a stop', state: 'stopped' },
  {
    kind: 'prompt',
    ...placed(8),
    text: 'This one was refused',
    state: 'refused',
    why: 'The machine is busy.',
  },
  { kind: 'prompt', ...placed(8), text: 'This one may have arrived', state: 'not_known' },
  {
    kind: 'message',
    ...placed(7),
    parts: ['exceeded retry limit, last status: 429 Too Many Requests'],
    error: true,
  },
  {
    kind: 'message',
    ...placed(7),
    parts: [
      { head: 'make: Entering directory', tail: 'make: Leaving directory', bytes: 412_345, blob: 'b_1' },
    ],
  },
  {
    kind: 'ask_settled',
    ...placed(6),
    settled: {
      ask: 'q',
      what: 'Which colour?',
      kind: 'question',
      outcome: 'accepted',
      answers: [{ label: 'Colour', value: 'Red' }],
      by: { door: 'local' },
    },
  },
  {
    kind: 'ask_settled',
    ...placed(6),
    settled: { ask: 'p', what: 'rm -rf build', kind: 'permission', outcome: 'withdrawn' },
  },
  { kind: 'ask_open', ...placed(6), ask: 'p2', what: 'git push origin main' },
  { kind: 'file', ...placed(5), path: 'report.pdf', bytes: 10_240 },
  { kind: 'error', ...placed(5), code: 'agent_retrying', message: 'Reconnecting… 1/1' },
  { kind: 'cleared', ...placed(5) },
  { kind: 'raw', ...placed(5), method: 'session/update', params: '{"sessionUpdate":"subagent_update"}' },
  ...(['end_turn', 'cancelled', 'refused', 'refusal', 'abandoned'] as const).map(
    (stopReason): Row => ({ kind: 'turn_end', ...placed(4), stopReason }),
  ),
  {
    kind: 'turn_end',
    ...placed(4),
    stopReason: 'agent_error',
    message: 'Internal error: the provider said 400',
  },
  { kind: 'process', ...placed(3), status: 'exited', reason: 'stopped', left: ['sleep 600 (4242)'] },
]

export const TORTURED: readonly Row[] = [
  {
    kind: 'prompt',
    ...placed(3),
    text: '<b>not bold</b> \u202ereversed\u202c exactly as typed\n   with   spaces',
    state: 'delivered',
  },
  { kind: 'message', ...placed(2), parts: [TORTURE] },
  {
    kind: 'tools',
    ...placed(2),
    calls: [
      {
        toolCall: 'odd',
        kind: 'never-heard-of',
        status: 'failed',
        title: `\u202eevil\u202c ${'long '.repeat(80)}`,
        content: [{ type: 'other', json: '{"type":"chart"}' }],
      },
    ],
  },
  { kind: 'message', ...placed(1), parts: ['x'.repeat(10_000)] },
]

/** Many rows, for following and for windows. */
export const MANY: readonly Row[] = Array.from(
  { length: 2_000 },
  (_, n): Row =>
    n % 4 === 0
      ? { kind: 'prompt', key: `many-${n}`, at: NOW, text: `Question ${n}`, state: 'delivered' }
      : {
          kind: 'message',
          key: `many-${n}`,
          at: NOW,
          parts: [`Answer ${n}. ${'Some words that make a line. '.repeat(n % 5)}`],
        },
)
