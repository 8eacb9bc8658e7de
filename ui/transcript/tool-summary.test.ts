import { expect, test } from 'bun:test'
import type { ToolCall } from './row.ts'
import { summarise } from './tool-summary.ts'

const call = (toolCall: string, kind: string, more: Partial<ToolCall> = {}): ToolCall => ({
  toolCall,
  kind,
  status: 'completed',
  ...more,
})

test('a run reads as what was done, files counted once', () => {
  const summary = summarise([
    call('1', 'read', { locations: [{ path: 'a' }] }),
    call('2', 'read', { locations: [{ path: 'a' }, { path: 'b' }] }),
    call('3', 'read', { locations: [{ path: 'c' }] }),
    call('4', 'execute'),
    call('5', 'execute'),
    call('6', 'edit', { content: [{ type: 'diff', path: 'a', old: 'x\n', new: 'y\nz\n' }] }),
  ])
  expect(summary).toEqual({
    words: 'Read 3 files, ran 2 commands, edited 1 file',
    added: 2,
    removed: 1,
    failed: 0,
    live: false,
  })
})

test('what failed is counted and changed nothing', () => {
  const content = [{ type: 'diff' as const, path: 'a', old: null, new: 'x\n' }]
  expect(summarise([call('1', 'edit', { status: 'failed', content })])).toMatchObject({
    added: 0,
    removed: 0,
    failed: 1,
  })
})

test('calls inside a call are counted, and an open one makes the run live', () => {
  const parent = call('1', 'think', { children: [call('2', 'fetch', { status: 'in_progress' })] })
  expect(summarise([parent])).toMatchObject({ words: 'Thought once, fetched 1 page', live: true })
})

test('a kind nobody knows is a tool', () => {
  expect(summarise([call('1', 'constructor')]).words).toBe('Used 1 tool')
})
