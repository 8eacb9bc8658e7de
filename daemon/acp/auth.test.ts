import { expect, test } from 'bun:test'
import { isAuthError } from './auth.ts'

test.each([
  { code: -32000, message: 'Authentication required' },
  { code: 401, message: 'x' },
  { code: -32603, message: 'x', data: { errorKind: 'authentication_failed' } },
  { code: -32603, message: 'x', data: { codex_error_info: 'unauthorized' } },
])('%j says that nobody is signed in', (error) => {
  expect(isAuthError(error)).toBe(true)
})

test.each([
  { code: -32603, message: 'unexpected status 401 Unauthorized' },
  { code: 400, message: 'x' },
  { code: -32002, message: 'Resource not found', data: null },
])('%j does not', (error) => {
  expect(isAuthError(error)).toBe(false)
})
