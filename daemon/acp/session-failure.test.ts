import { expect, test } from 'bun:test'
import { isAuthError } from './auth.ts'
import { readFailureUpdate, withFailure } from './session-failure.ts'

const meta = (sessionFailure: unknown) => ({ _meta: { jetbrains: { air: { version: 1, sessionFailure } } } })
const result = (failure: unknown) => ({
  ok: true as const,
  result: { stopReason: 'end_turn', ...meta(failure) },
})

test('a result with a failure is the failure, one that lacks access is an error of signing in', () => {
  const failure = { category: 'access', severity: 'error', title: 'Sign in', details: 'again' }
  const outcome = withFailure(result(failure))
  expect(outcome).toMatchObject({ ok: false, error: { message: 'Sign in', data: { details: 'again' } } })
  expect(!outcome.ok && isAuthError(outcome.error)).toBe(true)
  const other = withFailure(result({ ...failure, category: 'service' }))
  expect(!other.ok && isAuthError(other.error)).toBe(false)
})

test('a result without one, or with a warning, is what it was', () => {
  for (const one of [result(undefined), result('x'), result({ severity: 'warning', title: 'slow' })]) {
    expect(withFailure(one)).toEqual(one)
  }
  const refused = { ok: false as const, error: { code: -1, message: 'no' } }
  expect(withFailure(refused)).toEqual(refused)
})

test('an update tells of retries and of what failed by itself', () => {
  expect(readFailureUpdate(meta({ severity: 'error', title: 'Lost', details: 'the line' }))).toEqual([
    { kind: 'event', event: { type: 'error', code: 'agent_error', message: 'Lost: the line' } },
  ])
  expect(readFailureUpdate(meta({ severity: 'warning', title: '' }))).toMatchObject([
    { event: { code: 'agent_retrying' } },
  ])
  expect(readFailureUpdate(meta(null))).toBeNull()
})
