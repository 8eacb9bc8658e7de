import { expect, test } from 'bun:test'
import { authorityLimits } from '../limits.ts'
import { argonHasher } from './hasher.ts'
import { passwordProblem } from './password-rules.ts'

test('a hash is argon2id at its stated cost, and so is the decoy', async () => {
  const hash = await argonHasher.hash('correct horse battery')
  const cost = '$argon2id$v=19$m=19456,t=2,p=1$'
  expect(hash).toStartWith(cost)
  expect(argonHasher.decoy).toStartWith(cost)
  expect(argonHasher.decoy).toHaveLength(hash.length)
  expect(await argonHasher.verify('correct horse battery', hash)).toBe(true)
  expect(await argonHasher.verify('correct horse', hash)).toBe(false)
  expect(await argonHasher.verify('correct horse', argonHasher.decoy)).toBe(false)
})

test.each([
  ['short', false],
  ['eleven char', false],
  ['twelve chars', true],
  ['x'.repeat(129), false],
  ['Password1234', false],
  ['aaaaaaaaaaaaaa', false],
  ['adalovelaceada', false],
  ['пароль из слов', true],
])('%s may be a password: %p', (password, may) => {
  expect(passwordProblem(password, 'adalovelace', authorityLimits) === null).toBe(may)
})
