import { expect, test } from 'bun:test'
import { AppError } from '../../shared/errors.ts'
import { refusedField } from './refused-field.ts'

const invalid = (detail?: unknown) => new AppError('invalid_request', 'no', detail)

test('a refusal is shown at the field that the authority names', () => {
  expect(refusedField(invalid({ field: 'body/password' }))).toBe('password')
  expect(refusedField(invalid({ field: 'body/name' }))).toBe('name')
  expect(refusedField(invalid({ field: 'body/email' }))).toBe('email')
  expect(refusedField(new AppError('user_exists', 'no'))).toBe('name')
  expect(refusedField(new AppError('domain_refused', 'no'))).toBe('email')
})

test('what names no field of the form is shown for the whole of it', () => {
  expect(refusedField(invalid())).toBeNull()
  expect(refusedField(invalid({ field: 'body/device' }))).toBeNull()
  expect(refusedField(new AppError('throttled', 'no', { field: 'body/name' }))).toBeNull()
})
