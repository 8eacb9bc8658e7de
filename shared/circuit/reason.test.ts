import { expect, test } from 'bun:test'
import { utf8 } from '../bytes.ts'
import { CIRCUIT_REASON_BYTES } from '../limits.ts'
import { encodeReason, errorOf, parseReason } from './reason.ts'

test('a reason is read as it was written, its message cut to fit', () => {
  const reason = { code: 'scope_lost', message: 'the grant changed' }
  expect(parseReason(encodeReason(reason))).toEqual(reason)
  const long = encodeReason({ code: 'internal', message: '\u0001€'.repeat(5_000) })
  expect(long.length).toBeLessThanOrEqual(CIRCUIT_REASON_BYTES)
  expect(parseReason(long)?.code).toBe('internal')
})

test('what is no reason is none', () => {
  const cases = [
    '',
    'null',
    '[]',
    '"idle"',
    '{"code":"idle"}',
    '{"code":1,"message":""}',
    '{"code":"Idle","message":""}',
    '{"code":"","message":""}',
    `{"code":"${'a'.repeat(65)}","message":""}`,
    `{"code":"idle","message":"${'a'.repeat(CIRCUIT_REASON_BYTES)}"}`,
  ]
  for (const text of cases) expect(parseReason(utf8(text))).toBeNull()
})

test('a code that is ours stays, another reads as a lost circuit, also one that every object has', () => {
  expect(errorOf({ code: 'revoked', message: '' }).code).toBe('revoked')
  expect(errorOf({ code: 'from_the_future', message: '' }).code).toBe('circuit_lost')
  expect(errorOf({ code: 'constructor', message: '' }).code).toBe('circuit_lost')
})
