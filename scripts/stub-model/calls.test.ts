import { expect, test } from 'bun:test'
import { callsFor, meansCall } from './calls.ts'
import { parseDirectives } from './directives.ts'
import type { Call, ModelTool } from './model-tool.ts'

const text = { type: 'string' }

function tool(
  name: string,
  properties: Record<string, unknown>,
  required = Object.keys(properties),
): ModelTool {
  return { name, form: 'function', schema: { type: 'object', properties, required }, description: '' }
}

function calls(words: string, tools: ModelTool[]): Call[] | string {
  const [directive] = parseDirectives(words)
  if (directive === undefined || !meansCall(directive)) throw new TypeError(`no call in ${words}`)
  return callsFor(directive, tools)
}

/** The inputs alone, where the tool is known. */
function inputs(words: string, tools: ModelTool[]): unknown[] {
  const made = calls(words, tools)
  return typeof made === 'string' ? [made] : made.map(({ input }) => input)
}

test('the shell is found by its name, and its input is filled by its schema', () => {
  const described = tool('Bash', { command: text, description: text, timeout: { type: 'number' } }, [
    'command',
    'description',
  ])
  expect(calls('[[bash ls]]', [tool('BashOutput', { id: text }), described])).toEqual([
    { form: 'function', name: 'Bash', input: { command: 'ls', description: 'stub call' } },
  ])
  expect(inputs('[[bash ls]]', [tool('shell', { command: { type: 'array' } })])).toEqual([
    { command: ['bash', '-lc', 'ls'] },
  ])
  const local: ModelTool = { name: 'local_shell', form: 'local_shell', schema: undefined, description: '' }
  expect(calls('[[bash ls]]', [local])).toMatchObject([
    { form: 'local_shell', input: { command: ['bash', '-lc', 'ls'] } },
  ])
})

test('only a shell that can ask to leave its sandbox is told to ask', () => {
  const shell = tool('exec_command', { cmd: text, sandbox_permissions: text }, ['cmd'])
  expect(inputs('[[bash ls]]', [shell])).toMatchObject([{ sandbox_permissions: 'require_escalated' }])
  expect(inputs('[[bash-plain ls]]', [shell])).toEqual([{ cmd: 'ls' }])
  expect(inputs('[[bash ls]]', [tool('bash', { command: text })])).toEqual([{ command: 'ls' }])
})

test('a file is written by a tool for it, by a patch, or by a patch in a shell', () => {
  const patch = '*** Begin Patch\n*** Add File: a.txt\n+one\n+two\n*** End Patch'
  const words = '[[write a.txt one\ntwo]]'
  const write = tool('write_file', { file_path: text, content: text })
  expect(inputs(words, [write])).toEqual([{ file_path: 'a.txt', content: 'one\ntwo' }])
  expect(inputs(words, [tool('apply_patch', { patchText: text })])).toEqual([{ patchText: patch }])
  const custom: ModelTool = { name: 'apply_patch', form: 'custom', schema: undefined, description: '' }
  expect(calls(words, [custom])).toEqual([{ form: 'custom', name: 'apply_patch', input: patch }])
  expect(inputs(words, [tool('exec_command', { cmd: text })])).toEqual([
    { cmd: `apply_patch <<'PATCH'\n${patch}\nPATCH` },
  ])
  expect(inputs('[[read a.txt]]', [tool('read', { filePath: text })])).toEqual([{ filePath: 'a.txt' }])
})

test('a question is one of several, with options as the tool wants them', () => {
  const option = { type: 'object', properties: { label: text, description: text }, required: ['label'] }
  const question = {
    type: 'object',
    properties: {
      question: text,
      header: text,
      options: { type: 'array', items: option },
      multiSelect: { type: 'boolean' },
    },
    required: ['question', 'header', 'options', 'multiSelect'],
  }
  const several = tool('AskUserQuestion', { questions: { type: 'array', items: question } })
  const red = { label: 'Red', description: 'Red it is' }
  const blue = { label: 'Blue', description: 'Blue it is' }
  expect(inputs('[[ask Which? | Red | Blue]]', [several])).toEqual([
    { questions: [{ question: 'Which?', header: 'Stub', options: [red, blue], multiSelect: false }] },
  ])
  const plain = tool('ask_user', {
    question: text,
    options: { type: 'array', items: text },
    type: { enum: ['text', 'choice'] },
  })
  expect(inputs('[[ask Which? | Red | Blue]]', [plain])).toEqual([
    { question: 'Which?', options: ['Red', 'Blue'], type: 'choice' },
  ])
})

test('a plan is a list of steps, the first of which is under way', () => {
  const item = { type: 'object', properties: { content: text, status: text, priority: text } }
  expect(
    inputs('[[plan One | Two]]', [tool('todowrite', { todos: { type: 'array', items: item } })]),
  ).toEqual([
    {
      todos: [
        { content: 'One', status: 'in_progress', priority: 'medium' },
        { content: 'Two', status: 'pending', priority: 'medium' },
      ],
    },
  ])
})

test('a tool is called by its name, with its group where it has one', () => {
  const ping: ModelTool = { ...tool('ping', { note: text }), namespace: 'mcp__rig' }
  const call = { form: 'function', name: 'ping', namespace: 'mcp__rig', input: { note: 'hi' } }
  for (const name of ['ping', 'mcp__rig__ping', 'mcp__rig/ping']) {
    expect(calls(`[[tool ${name} {"note":"hi"}]]`, [ping])).toEqual([call] as Call[])
  }
  expect(calls('[[tool pong {}]]', [ping])).toBe('no tool pong')
  expect(calls('[[tool ping {"note" 1}]]', [ping])).toBe('the input of ping is not a JSON object')
})

test('a tool that the agent keeps back is called the way that agent takes it', () => {
  const search: ModelTool = { name: 'tool_search', form: 'tool_search', schema: {}, description: '' }
  expect(calls('[[tool mcp__rig__ping {}]]', [search])).toEqual([
    { form: 'function', name: 'ping', namespace: 'mcp__rig', input: {} },
  ])
  const via = tool('tool_call', { name: text, arguments: { type: 'object' } })
  expect(calls('[[tool ping {"a":1}]]', [via])).toEqual([
    { form: 'function', name: 'tool_call', input: { name: 'ping', arguments: { a: 1 } } },
  ])
  expect(calls('[[tool ping {}]]', [tool('ToolSearch', {})])).toEqual([
    { form: 'function', name: 'ping', input: {} },
  ])
})

test('in code mode every tool is a line of JavaScript', () => {
  const description =
    'Runs code. tools.exec_command({cmd, sandbox_permissions}), tools.apply_patch, tools.update_plan'
  const exec: ModelTool = { name: 'exec', form: 'custom', schema: undefined, description }
  const [program] = inputs('[[bash ls]]', [exec])
  expect(program).toContain(
    'await tools["exec_command"]({"cmd":"ls","sandbox_permissions":"require_escalated"',
  )
  expect(inputs('[[write a.txt x]]', [exec])[0]).toContain('tools["apply_patch"]("*** Begin Patch')
  expect(inputs('[[plan One]]', [exec])[0]).toContain('tools["update_plan"]')
  expect(inputs('[[tool ping {"a":1}]]', [exec])[0]).toContain('tools["ping"]({"a":1})')
  expect(calls('[[ask Sure?]]', [exec])).toBe('no ask tool')
})

test('an agent without the tool is told which one', () => {
  for (const kind of ['write a x', 'read a', 'ask Sure?', 'plan One']) {
    expect(calls(`[[${kind}]]`, [])).toBe(`no ${kind.split(' ')[0]} tool`)
  }
  expect(calls('[[bash ls]]', [])).toBe('no shell tool')
})
