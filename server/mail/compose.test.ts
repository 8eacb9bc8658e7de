import { expect, test } from 'bun:test'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import type { LetterKind } from '../../shared/wire/letter.ts'
import { createUserStore } from '../accounts/user-store.ts'
import { createTransact } from '../db/transact.ts'
import { createEmailChangeStore } from '../email/store.ts'
import { authorityLimits } from '../limits.ts'
import { createRegistrationStore } from '../registration/store.ts'
import { NOW, type Rows, startRows } from '../testing/rows.ts'
import { createCompose } from './compose.ts'
import type { Letter } from './ports.ts'
import { createMailTokenStore } from './token-store.ts'
import { createMailTokens } from './tokens.ts'

function startDesk({ db }: Rows) {
  const users = createUserStore(db)
  const site = { origin: () => 'https://fl.example' }
  const store = createMailTokenStore(db)
  const mailTokens = createMailTokens({ store, random: seededRandom(3), site, limits: authorityLimits })
  const emailChanges = createEmailChangeStore(db)
  const compose = createCompose({
    ...{ users, registrations: createRegistrationStore(db), emailChanges, mailTokens, site },
  })
  const transact = createTransact({ db, clock: fakeClock(NOW) })
  return {
    users,
    emailChanges,
    write: (kind: LetterKind, subject: string | null = null, user: string | null = 'u_ada'): Letter | null =>
      transact((work) => compose(work, { kind, user, subject })),
    usable: () =>
      db.query('SELECT kind FROM mail_tokens WHERE burnt_at IS NULL AND used_at IS NULL').values().flat(),
  }
}

const KINDS: readonly LetterKind[] = [
  'confirm',
  'reset',
  'invite',
  'verify',
  'email_changed',
  'password_changed',
]

test.each(KINDS)('a letter of kind %s about nobody is none, and mints nothing', async (kind) => {
  await using rows = await startRows()
  const { write, usable } = startDesk(rows)
  expect(write(kind, null, null)).toBeNull()
  expect(write(kind, 'r_gone', 'u_gone')).toBeNull()
  // An account without an address.
  expect(write(kind)).toBeNull()
  expect(usable()).toEqual([])
})

test('a letter that is tried again holds another link, and only that one is good', async () => {
  await using rows = await startRows()
  const { users, write, usable } = startDesk(rows)
  users.setEmail('u_ada', 'ada@example.org', NOW)
  const [first, second] = [write('reset'), write('reset')]
  expect(first?.to).toBe('ada@example.org')
  expect(first?.text).toMatch(/\nhttps:\/\/fl\.example\/reset#ft_[0-9a-z]{32}\n/)
  expect(second?.text).not.toBe(first?.text ?? '')
  expect(usable()).toEqual(['reset'])
})

test('an account that was disabled before the letter went gets none', async () => {
  await using rows = await startRows()
  const { users, write } = startDesk(rows)
  users.setEmail('u_ada', 'ada@example.org', NOW)
  users.setDisabled('u_ada', NOW)
  expect(KINDS.map((kind) => write(kind))).toEqual(KINDS.map(() => null))
})

test('who has a password by now is not invited any more', async () => {
  await using rows = await startRows()
  const { users, write } = startDesk(rows)
  users.setPendingEmail('u_ada', 'ada@example.org')
  expect(write('invite')).toBeNull()
  rows.db.run(`UPDATE users SET password_hash = NULL WHERE id = 'u_ada'`)
  expect(write('invite')?.to).toBe('ada@example.org')
})

test('two changes of an address each keep the link that takes them back', async () => {
  await using rows = await startRows()
  const { emailChanges, write, usable } = startDesk(rows)
  for (const id of ['ec_1', 'ec_2']) {
    const row = { id, user: 'u_ada', oldEmail: `${id}@example.org`, newEmail: null }
    emailChanges.insert({ ...row, changedAt: NOW, undoUntil: NOW + 100 })
  }
  expect(['ec_1', 'ec_2', 'ec_2'].map((id) => write('email_changed', id)?.to)).toEqual([
    'ec_1@example.org',
    'ec_2@example.org',
    'ec_2@example.org',
  ])
  expect(usable()).toEqual(['undo', 'undo'])
})
