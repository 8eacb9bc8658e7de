import { expect, test } from 'bun:test'
import { readPermission } from '../permission.ts'
import { translateUpdate } from '../translate.ts'
import { readWireLogs } from '../wire-log.ts'
import { opencode } from './opencode.ts'

const log = readWireLogs().find(({ name }) => name === 'opencode-write')

test('what a write changes is in its permission alone, and no sentence takes its place', () => {
  const asks = (log?.entries ?? []).flatMap(({ from, message }) =>
    from === 'agent' && message.kind === 'request' && message.method !== 'fs/write_text_file'
      ? [readPermission(opencode, message.params)]
      : [],
  )
  expect(asks).toMatchObject([
    { permission: { toolCall: { content: [{ type: 'diff', new: 'hello\nfile' }] } } },
  ])
  expect(opencode.diffInAsk).toBe(true)
  const done = translateUpdate(opencode, {
    sessionUpdate: 'tool_call_update',
    toolCallId: 'call_stub_2_2',
    status: 'completed',
    content: [{ type: 'content', content: { type: 'text', text: 'Wrote file successfully.' } }],
    rawOutput: {
      output: 'Wrote file successfully.',
      metadata: { filepath: '/w/written.txt', exists: false },
    },
  })
  expect(done).toMatchObject([
    { event: { status: 'completed', rawOutput: expect.stringContaining('Wrote file') } },
  ])
  expect(done).not.toMatchObject([{ event: { content: expect.anything() } }])
})

test('a result of any other tool is its content', () => {
  const done = { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' }
  const content = [{ type: 'content', content: { type: 'text', text: 'hi' } }]
  expect(
    translateUpdate(opencode, { ...done, content, rawOutput: { output: 'hi', metadata: { exit: 0 } } }),
  ).toMatchObject([{ event: { content: [{ text: 'hi' }] } }])
})
