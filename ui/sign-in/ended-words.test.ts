import { expect, test } from 'bun:test'
import type { ErrorCode } from '../../shared/errors.ts'
import { endsSignIn } from '../api/authority.ts'
import { endedWords } from './ended-words.ts'

const CODES: readonly ErrorCode[] = [
  'session_expired',
  'session_revoked',
  'device_revoked',
  'user_disabled',
  'user_deleted',
  'api_key_revoked',
]

test('every way that a sign-in ends has words of its own at the door', () => {
  expect(CODES.filter(endsSignIn)).toEqual([...CODES])
  expect(new Set(CODES.map(endedWords)).size).toBe(CODES.length)
})

test('only who can sign in again is promised that what they looked at comes back', () => {
  const promised = CODES.filter((code) => endedWords(code).includes('comes back'))
  expect(promised).toEqual(['session_expired', 'session_revoked', 'device_revoked'])
})
