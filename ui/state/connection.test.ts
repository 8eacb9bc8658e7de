import { expect, test } from 'bun:test'
import type { CircuitState } from '../api/circuit-state.ts'
import type { Account } from './account.ts'
import { connectionOf } from './connection.ts'

const ada: Account = {
  is: 'signed_in',
  user: { id: 'u_1', name: 'ada', admin: true, createdAt: 1 },
  issuer: 'a_1',
  device: { is: 'missing' },
}

test.each([
  [{ is: 'idle' }, { is: 'connecting' }],
  [{ is: 'connecting', attempt: 1, nextAt: null }, { is: 'connecting' }],
  [
    { is: 'connecting', attempt: 4, nextAt: 9 },
    { is: 'reconnecting', attempt: 3 },
  ],
  [{ is: 'connected' }, { is: 'connected' }],
  [
    { is: 'offline', since: 7 },
    { is: 'offline', since: 7 },
  ],
  [
    { is: 'not_approved', code: 'abc', scan: 'pd_a.b' },
    { is: 'not_approved', code: 'abc' },
  ],
  [{ is: 'key_changed', pinned: 'a', offered: 'b' }, { is: 'key_changed' }],
  [{ is: 'signed_out' }, { is: 'signed_out', why: null }],
  [
    { is: 'refused', code: 'over_limit' },
    { is: 'refused', code: 'over_limit' },
  ],
] as const)('a circuit that is %p reads %p', (circuit: CircuitState, shown) => {
  expect(connectionOf(ada, circuit, null)).toEqual(shown)
})

test('without a machine on the screen the pill tells of the authority', () => {
  expect(connectionOf(ada, null, null)).toEqual({ is: 'connected' })
  expect(connectionOf(ada, null, 'authority_unreachable')).toEqual({ is: 'authority_unreachable' })
  expect(connectionOf({ is: 'unreachable', code: 'overloaded' }, null, null)).toEqual({
    is: 'authority_unreachable',
  })
})

test('an authority that is away says nothing of a machine that is reached', () => {
  expect(connectionOf(ada, { is: 'connected' }, 'authority_unreachable')).toEqual({ is: 'connected' })
})

test('who was signed out is told why, whatever the machine does', () => {
  const out: Account = { is: 'signed_out', why: 'session_revoked' }
  expect(connectionOf(out, { is: 'connected' }, null)).toEqual({ is: 'signed_out', why: 'session_revoked' })
})
