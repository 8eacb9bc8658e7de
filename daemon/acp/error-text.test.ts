import { expect, test } from 'bun:test'
import { errorText } from './error-text.ts'

const provider = '{"error":{"code":400,"message":"stub error 400","status":"INVALID_ARGUMENT"}}'

test.each([
  [
    { code: -32603, message: 'Internal error: API Error: 400', data: { errorKind: 'unknown' } },
    'Internal error: API Error: 400',
  ],
  [{ code: 400, message: provider }, 'stub error 400'],
  [
    { code: -32603, message: 'Internal error', data: { message: provider } },
    'Internal error: stub error 400',
  ],
  [
    { code: -32602, message: 'Invalid params', data: 'Unsupported config option' },
    'Invalid params: Unsupported config option',
  ],
  [{ code: 7, message: '' }, 'The agent answered error 7.'],
  [{ code: 7, message: 'a\u001b]0;title\u0007b\u0000' }, 'ab'],
  [{ code: 7, message: '{not json' }, '{not json'],
])('%j reads as words', (error, words) => {
  expect(errorText(error)).toBe(words)
})

test('an error over the bound is cut and says so', () => {
  expect(errorText({ code: 1, message: 'x'.repeat(5_000) })).toBe(`${'x'.repeat(4_096)}… (5000 bytes in all)`)
})
