import { expect, test } from 'bun:test'
import { ALL_SCOPES } from '../../shared/wire/identity.ts'
import { may } from './may.ts'

test('while commands from elsewhere are off, a machine can only be read', () => {
  const machine = { scopes: [...ALL_SCOPES], remoteChat: false }
  expect(ALL_SCOPES.filter((scope) => may(machine, scope))).toEqual(['session:read'])
  expect(ALL_SCOPES.filter((scope) => may({ ...machine, remoteChat: true }, scope))).toEqual([...ALL_SCOPES])
})

test('a grant goes no further than its scopes', () => {
  expect(may({ scopes: ['session:read'], remoteChat: true }, 'session:write')).toBe(false)
})
