import { expect, test } from 'bun:test'
import { NOW, startRows } from '../testing/rows.ts'
import { createMailTokenStore, type MailTokenKind } from './token-store.ts'

test('a token is usable as what it is, once, until it is too old', async () => {
  await using rows = await startRows()
  const tokens = createMailTokenStore(rows.db)
  const row = { kind: 'reset', user: 'u_ada', subject: null } as const
  tokens.insert({ ...row, tokenHash: 'a', createdAt: NOW, expiresAt: NOW + 100 })
  expect(tokens.usable('a', 'reset', NOW + 99)).toEqual(row)
  expect(tokens.usable('a', 'invite', NOW)).toBeNull()
  expect(tokens.usable('a', 'reset', NOW + 100)).toBeNull()
  tokens.use('a', NOW)
  expect(tokens.usable('a', 'reset', NOW)).toBeNull()
  tokens.forgetBefore(NOW + 101)
  expect(rows.db.query('SELECT count(*) AS n FROM mail_tokens').get()).toEqual({ n: 0 })
})

test('what is burnt is of one user and kind, or about one subject; what takes a change back is burnt by its own only', async () => {
  await using rows = await startRows()
  const tokens = createMailTokenStore(rows.db)
  const insert = (tokenHash: string, kind: MailTokenKind, user: string | null, subject: string | null) =>
    tokens.insert({ tokenHash, kind, user, subject, createdAt: NOW, expiresAt: NOW + 100 })
  insert('a1', 'reset', 'u_ada', null)
  insert('a2', 'verify', 'u_ada', 'new@example.org')
  insert('a3', 'undo', 'u_ada', 'ec_1')
  insert('b1', 'reset', 'u_bob', null)
  insert('r1', 'confirm', null, 'r_1')
  insert('r2', 'confirm', null, 'r_2')
  const left = (): unknown[] =>
    rows.db.query('SELECT token_hash FROM mail_tokens WHERE burnt_at IS NULL ORDER BY 1').values().flat()
  tokens.burnOfUser('reset', 'u_ada', NOW)
  expect(left()).toEqual(['a2', 'a3', 'b1', 'r1', 'r2'])
  tokens.burnAbout('confirm', 'r_1', NOW)
  expect(left()).toEqual(['a2', 'a3', 'b1', 'r2'])
  tokens.burnAll('u_ada', NOW)
  expect(left()).toEqual(['a3', 'b1', 'r2'])
  expect(tokens.usable('a1', 'reset', NOW)).toBeNull()
})
