import { expect, test } from 'bun:test'
import { reportsTasks } from './async-tasks.ts'
import { initializeParams } from './requests.ts'
import { translateUpdate } from './translate.ts'
import { vendorOf } from './vendor.ts'

const claude = vendorOf('claude')

test('a task’s beginning, progress and states are read as they come', () => {
  const spawned = {
    sessionUpdate: 'async_task_spawned',
    asyncTaskId: 'b1',
    name: 'bun\u202edev',
    taskType: 'shell',
    description: 'bun dev',
    showInTranscript: false,
    canStop: true,
  }
  expect(translateUpdate(claude, spawned)).toEqual([
    { kind: 'task', task: { id: 'b1', began: true, title: 'bundev', stoppable: true } },
  ])
  expect(translateUpdate(vendorOf('codex'), { ...spawned, name: ' ', description: undefined })).toEqual([
    { kind: 'task', task: { id: 'b1', began: true, stoppable: true } },
  ])
  const progress = {
    sessionUpdate: 'async_task_progress',
    asyncTaskId: 'b1',
    outputFilePath: '/tmp/b1.output',
  }
  expect(translateUpdate(claude, progress)).toEqual([{ kind: 'task', task: { id: 'b1', began: false } }])
  const ended = { sessionUpdate: 'async_task_state_update', asyncTaskId: 'b1', state: 'failed', summary: 'x' }
  expect(translateUpdate(claude, ended)).toEqual([
    { kind: 'task', task: { id: 'b1', began: false, state: 'failed' } },
  ])
})

test('a turn that the agent began by itself is no task but a cycle', () => {
  const own = { asyncTaskId: 'autonomous-turn-1' }
  const began = { sessionUpdate: 'async_task_spawned', ...own, taskType: 'turn', name: 'Claude is working' }
  expect(translateUpdate(claude, began)).toEqual([{ kind: 'cycle', cycle: 'began' }])
  const progress = { sessionUpdate: 'async_task_progress', ...own, description: 'A wakeup fired.' }
  expect(translateUpdate(claude, progress)).toEqual([])
  const update = { sessionUpdate: 'async_task_state_update', ...own }
  expect(translateUpdate(claude, { ...update, state: 'running' })).toEqual([])
  expect(translateUpdate(claude, { ...update, state: 'stopped' })).toEqual([
    { kind: 'cycle', cycle: 'ended' },
  ])
})

test('a report that cannot be read, and one of an agent that has none, is kept as it came', () => {
  const bad = [
    { sessionUpdate: 'async_task_spawned', name: 'without an id' },
    { sessionUpdate: 'async_task_spawned', asyncTaskId: 'x'.repeat(201) },
    { sessionUpdate: 'async_task_state_update', asyncTaskId: 'b', state: 'melted' },
    { sessionUpdate: 'async_task_other', asyncTaskId: 'b' },
  ]
  for (const update of bad) {
    expect(translateUpdate(claude, update)).toMatchObject([{ kind: 'event', event: { type: 'raw' } }])
  }
  const spawned = { sessionUpdate: 'async_task_spawned', asyncTaskId: 'b1', name: 'x' }
  expect(translateUpdate(vendorOf('kimi'), spawned)).toMatchObject([{ event: { type: 'raw' } }])
})

test('only agents that have the extension are told that this client takes it', () => {
  const told = (agent: string) => initializeParams('1', true, vendorOf(agent).declares).clientCapabilities
  const meta = {
    _meta: { jetbrains: { air: { version: 1, capabilities: ['asyncTasks', 'sessionFailure'] } } },
  }
  expect(told('claude')).toMatchObject(meta)
  expect(told('codex')).toMatchObject(meta)
  expect(told('gemini')).not.toHaveProperty('_meta')
})

test('whether an agent reports is what its first answer says', () => {
  const air = (capabilities: unknown) => ({ _meta: { jetbrains: { air: { version: 1, capabilities } } } })
  expect(reportsTasks(air(['sessionFailure', 'asyncTasks']))).toBe(true)
  for (const answer of [air(['sessionFailure']), air('asyncTasks'), {}, null, { _meta: 1 }]) {
    expect(reportsTasks(answer)).toBe(false)
  }
})

test('claude’s usage marks the end of a cycle, and says until when the provider takes nothing', () => {
  const usage = (meta: object) => ({ sessionUpdate: 'usage_update', used: 1, size: 2, _meta: meta })
  const kinds = (meta: object) =>
    translateUpdate(claude, usage(meta)).filter(({ kind }) => kind === 'cycle' || kind === 'limit')
  expect(kinds({ '_claude/origin': { kind: 'peer' } })).toEqual([{ kind: 'cycle', cycle: 'ended' }])
  expect(kinds({ '_claude/rateLimit': { status: 'rejected', resetsAt: 1_800_000_000 } })).toEqual([
    { kind: 'limit', until: 1_800_000_000_000 },
  ])
  expect(kinds({ '_claude/rateLimit': { status: 'allowed_warning', resetsAt: 5 } })).toEqual([
    { kind: 'limit', until: null },
  ])
  expect(kinds({ '_claude/model': 'm' })).toEqual([])
})
