import type { Ask, AskSummary } from '../../shared/wire/ask.ts'
import type { AgentCommand, Control } from '../../shared/wire/control.ts'
import { BAD_COMMAND, NEW_FILE, OLD_FILE } from './fixture-text.ts'

const OPTIONS = [
  { id: 'allow-with-updates', name: 'Yes, and don’t ask again for bun test', kind: 'allow_always' },
  { id: 'allow-once', name: 'Yes', kind: 'allow_once' },
  { id: 'reject', name: 'No', kind: 'reject_once' },
]

const head = (id: string) => ({ id, session: 's_1', openedAt: 1_796_061_600_000 })
const permission = (id: string, command: string): Ask => ({
  ...head(id),
  kind: 'permission',
  permission: {
    toolCall: {
      toolCall: 't1',
      title: command.split('\n')[0] ?? '',
      kind: 'execute',
      rawInput: JSON.stringify({ command, cwd: '/home/mara/fairlead', timeout: 120_000 }),
    },
    options: OPTIONS,
  },
})

export const ASKS = {
  command: permission('perm-1-a', 'bun test shared/duration --timeout 20000'),
  bad: permission('perm-2-a', BAD_COMMAND),
  long: permission(
    'perm-3-a',
    Array.from({ length: 80 }, (_, n) => `echo step ${n + 1} && sleep 1`).join('\n'),
  ),
  diff: {
    ...head('perm-4-a'),
    kind: 'permission',
    permission: {
      toolCall: {
        toolCall: 't2',
        kind: 'edit',
        title: 'Edit shared/duration.ts',
        content: [{ type: 'diff', path: 'shared/duration.ts', old: OLD_FILE, new: NEW_FILE }],
        rawInput: JSON.stringify({ file_path: 'shared/duration.ts', old_string: '…', new_string: '…' }),
      },
      options: OPTIONS.slice(1),
    },
  },
  question: {
    ...head('elic-1-a'),
    kind: 'question',
    question: {
      message: 'How should an unknown unit be treated?',
      fields: [
        {
          name: 'q0',
          kind: 'choice',
          label: 'Unknown unit',
          required: true,
          choices: [
            { value: 'null', label: 'Return null', description: 'The caller decides.' },
            { value: 'throw', label: 'Throw a RangeError' },
            { value: 'zero', label: 'Keep returning zero' },
          ],
        },
        { name: 'q0_note', kind: 'text', label: 'In your own words', required: false },
        { name: 'n', kind: 'integer', label: 'How many retries', required: true, minimum: 1, maximum: 9 },
        { name: 'sure', kind: 'boolean', label: 'Change the callers too?', required: false },
        { name: 'token', kind: 'text', label: 'Registry token', required: false, secret: true },
      ],
    },
  },
} as const satisfies Record<string, Ask>

export function summaryOf(ask: Ask): AskSummary {
  const { id, kind, openedAt } = ask
  if (ask.kind === 'question') return { id, kind, openedAt, title: ask.question.message }
  return { id, kind, openedAt, title: ask.permission.toolCall.title ?? '', options: ask.permission.options }
}

export const CONTROLS: readonly Control[] = [
  {
    id: 'mode',
    source: 'mode',
    kind: 'select',
    name: 'Mode',
    category: 'mode',
    value: 'default',
    choices: [
      { value: 'default', name: 'Manual' },
      { value: 'plan', name: 'Plan', group: 'Careful' },
    ],
  },
  {
    id: 'model',
    source: 'model',
    kind: 'select',
    name: 'Model',
    value: 'sonnet',
    choices: [{ value: 'sonnet', name: 'Sonnet 5' }],
  },
  {
    id: 'effort',
    source: 'config',
    kind: 'select',
    name: 'Effort',
    value: 'high',
    choices: [{ value: 'high', name: 'High' }],
  },
  { id: 'fast', source: 'config', kind: 'boolean', name: 'Fast', value: false },
]

export const COMMANDS: readonly AgentCommand[] = [
  { name: 'compact', description: 'Make the conversation shorter and go on' },
  { name: 'clear', description: 'Start again with an empty context' },
  { name: 'review', description: 'Review the changes', hint: 'pull request' },
]
