import { expect, test } from 'bun:test'
import { errorLine, notificationLine, readMessage, requestLine, resultLine } from './message.ts'

test.each([0, 7, -1, 1.5, '0', 'a-b', '', null])('the id %p comes back verbatim', (id) => {
  const read = readMessage(JSON.stringify({ jsonrpc: '2.0', id, method: 'm', params: { a: 1 } }))
  expect(read).toEqual({ kind: 'request', id, method: 'm', params: { a: 1 } })
  expect(JSON.parse(resultLine(id, {}))).toEqual({ jsonrpc: '2.0', id, result: {} })
})

test('a message without an id is a notification', () => {
  expect(readMessage('{"jsonrpc":"2.0","method":"m"}')).toEqual({
    kind: 'notification',
    method: 'm',
    params: undefined,
  })
})

test('results and errors are told apart, a null error is none', () => {
  expect(readMessage('{"id":"prompt:1","result":null}')).toEqual({
    kind: 'response',
    id: 'prompt:1',
    outcome: { ok: true, result: null },
  })
  expect(readMessage('{"id":1,"error":null,"result":{}}')).toMatchObject({ outcome: { ok: true } })
  expect(readMessage('{"id":null,"error":{"code":-32700,"message":"no","data":[1]}}')).toEqual({
    kind: 'response',
    id: null,
    outcome: { ok: false, error: { code: -32700, message: 'no', data: [1] } },
  })
  expect(readMessage('{"id":1,"error":"broken"}')).toMatchObject({
    outcome: { ok: false, error: { code: -32603, message: 'broken' } },
  })
})

test.each([
  'npm warn something',
  '[{"jsonrpc":"2.0","method":"m"}]',
  '{"id":1}',
  '{"id":{},"method":"m"}',
  '{"id":9007199254740993,"method":"m"}',
  '{"method":3}',
  'null',
  '"text"',
])('%s is malformed and kept', (text) => {
  expect(readMessage(text)).toEqual({ kind: 'malformed', text })
})

test('blank lines are blank', () => {
  expect(readMessage(' \r')).toEqual({ kind: 'blank' })
})

test('nesting past the bound is malformed, brackets inside strings do not count', () => {
  const deep = `{"method":"m","params":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  expect(readMessage(deep).kind).toBe('malformed')
  expect(readMessage(JSON.stringify({ method: 'm', params: '["{'.repeat(2_000) })).kind).toBe('notification')
})

test('what we write is one line each, whatever it holds', () => {
  const written = [
    requestLine('prompt:1', 'session/prompt', { text: 'a\nb\u2028' }),
    notificationLine('session/cancel', { sessionId: 's' }),
    errorLine(3, -32602, 'no\n', { bound: 1 }),
    errorLine(null, -32601, 'no'),
    resultLine('x', undefined),
  ]
  for (const line of written) expect(line.split('\n').length).toBe(2)
  expect(JSON.parse(written[4] ?? '')).toEqual({ jsonrpc: '2.0', id: 'x', result: null })
  expect(JSON.parse(written[3] ?? '')).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32601, message: 'no' },
  })
})
