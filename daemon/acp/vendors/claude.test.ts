/** Lines of claude-agent-acp 0.101 as it writes them to a client that declares what this one declares. */
import { expect, test } from 'bun:test'
import { declaresAir } from '../air.ts'
import { readPermission } from '../permission.ts'
import { translateUpdate } from '../translate.ts'
import { claude } from './claude.ts'

const update = (fields: object) => translateUpdate(claude, { toolCallId: 't', ...fields })

test('the title of any call of a tool gives way to the name of the tool, a title of its own does not', () => {
  const call = { sessionUpdate: 'tool_call', status: 'pending', content: [] }
  expect(update({ ...call, name: 'Bash', title: 'Terminal', kind: 'execute' })).toMatchObject([
    { event: { title: 'Bash' } },
  ])
  expect(update({ ...call, name: 'Write', title: 'Preparing file…', rawInput: {} })).toMatchObject([
    { event: { title: 'Write' } },
  ])
  expect(update({ ...call, name: 'ExitPlanMode', title: 'Approve Plan' })).toMatchObject([
    { event: { title: 'Approve Plan' } },
  ])
  expect(
    update({ ...call, name: 'Bash', title: 'Terminal', rawInput: { command: 'Terminal' } }),
  ).toMatchObject([{ event: { title: 'Terminal' } }])
})

test('output is output, whether it comes in a code block or beside the content', () => {
  const fenced = { type: 'content', content: { type: 'text', text: '```console\nmade-it\na.txt\n```' } }
  expect(
    update({
      sessionUpdate: 'tool_call_update',
      status: 'completed',
      content: [fenced],
      rawOutput: 'made-it\na.txt',
    }),
  ).toEqual([
    {
      kind: 'event',
      event: { type: 'tool_call', toolCall: 't', status: 'completed', output: 'made-it\na.txt' },
    },
  ])
  const prose = { type: 'content', content: { type: 'text', text: '```ts\nlet a\n```' } }
  expect(update({ sessionUpdate: 'tool_call_update', content: [prose] })).toMatchObject([
    { event: { content: [{ type: 'text' }] } },
  ])
  const _meta = { terminal_output_delta: { terminal_id: 't', data: 'a.txt' } }
  expect(update({ sessionUpdate: 'tool_call_update', _meta })).toMatchObject([{ event: { output: 'a.txt' } }])
  const exit = { terminal_exit: { terminal_id: 't', exit_code: 0, signal: null } }
  expect(update({ sessionUpdate: 'tool_call_update', status: 'completed', _meta: exit })).toMatchObject([
    { event: { status: 'completed', rawOutput: '{"exit_code":0,"signal":null}' } },
  ])
})

test('a subagent’s call names the call it is part of, and its terminal is no content', () => {
  expect(
    update({
      sessionUpdate: 'tool_call',
      _meta: { claudeCode: { toolName: 'Bash', parentToolUseId: 'p' }, terminal_info: { terminal_id: 't' } },
      rawInput: { command: 'ls' },
      title: 'ls',
      content: [{ type: 'terminal', terminalId: 't' }],
    }),
  ).toMatchObject([{ event: { parent: 'p', content: [] } }])
})

test('its retries and notices are in the log, and are no part of the answer', () => {
  const sessionFailure = {
    id: 's:session-error:1',
    revision: 1,
    category: 'service',
    severity: 'warning',
    title: 'Retrying Claude, attempt 1 of 2.',
    actions: [],
  }
  const _meta = { jetbrains: { air: { version: 1, sessionFailure } } }
  expect(translateUpdate(claude, { sessionUpdate: 'session_info_update', _meta })).toEqual([
    {
      kind: 'event',
      event: { type: 'error', code: 'agent_retrying', message: 'Retrying Claude, attempt 1 of 2.' },
    },
  ])
  const notice = {
    sessionUpdate: 'notice',
    severity: 'warning',
    title: 'Claude reported a warning',
    description: 'x',
  }
  expect(translateUpdate(claude, notice)).toEqual([
    {
      kind: 'event',
      event: { type: 'error', code: 'agent_notice', message: 'Claude reported a warning: x' },
    },
  ])
})

test('the permission to leave plan mode keeps the options as they are named', () => {
  const read = readPermission(claude, {
    toolCall: { toolCallId: 't', title: 'Approve Plan', rawInput: {} },
    options: [
      {
        optionId: 'exit-plan-clear-auto',
        name: 'Yes, clear context and use auto mode',
        kind: 'allow_always',
      },
      { optionId: 'exit-plan-default', name: 'Yes, manually approve edits', kind: 'allow_once' },
      { optionId: 'reject', name: 'No, keep planning', kind: 'reject_once' },
    ],
  })
  expect(read).toMatchObject({ permission: { options: [{}, {}, { id: 'reject' }] } })
  expect(claude.needsTurn?.('exit-plan-clear-auto')).toBe(true)
  expect(claude.needsTurn?.('exit-plan-default')).toBe(false)
})

test('whoever declares its tasks declares the text of commands too: else their output is nowhere', () => {
  expect(claude.declares).toEqual(declaresAir)
  expect(declaresAir._meta.terminal_output_delta).toBe(true)
})
