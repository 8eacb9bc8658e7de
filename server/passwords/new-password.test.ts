import { expect, test } from 'bun:test'
import { authorityLimits } from '../limits.ts'
import { countingHasher } from '../testing/hasher.ts'
import { createNewPassword } from './new-password.ts'
import { createPasswords } from './passwords.ts'

test('a weak password waits for no hash, and any other is hashed in its lane', async () => {
  const passwords = createPasswords(countingHasher(), authorityLimits)
  const newPassword = createNewPassword({ passwords, limits: authorityLimits })
  expect(await newPassword('public', '192.0.2.1', { name: 'ada', password: 'password1234' })).toMatchObject({
    error: { code: 'invalid_request', detail: { field: 'body/password' } },
  })
  const given = { name: 'ada', password: 'a long enough one' }
  expect(await newPassword('public', '192.0.2.1', given)).toEqual({
    ok: true,
    value: 'hash of a long enough one',
  })
})
