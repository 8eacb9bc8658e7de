import { expect, test } from 'bun:test'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { createAuditStore } from '../audit/store.ts'
import type { SignedInUser } from '../auth/principal.ts'
import { createSite } from '../auth/site.ts'
import { createTransact } from '../db/transact.ts'
import { authorityLimits } from '../limits.ts'
import type { Posted } from '../mail/ports.ts'
import { createPasswords } from '../passwords/passwords.ts'
import { countingHasher } from '../testing/hasher.ts'
import { NOW, type Rows, startRows } from '../testing/rows.ts'
import { createThrottle } from '../throttle/throttle.ts'
import { createChangePassword } from './password-change.ts'
import { createSignInStore } from './sign-in-store.ts'
import { createThrottling } from './throttling.ts'
import { createUserStore } from './user-store.ts'

/** Ada, signed in, with what changes her password and the letters that come of it. */
function startDesk({ db }: Rows) {
  const clock = fakeClock(NOW)
  const users = createUserStore(db)
  const signInStore = createSignInStore(db)
  const row = { id: 'i_1', user: 'u_ada', device: null, createdAt: NOW, expiresAt: NOW + 9_999_999 }
  signInStore.insert({ ...row, tokenHash: 'x' })
  const posted: Posted[] = []
  const change = createChangePassword({
    users,
    signInStore,
    endSignIns: () => 0,
    passwords: createPasswords(countingHasher(), authorityLimits),
    throttling: createThrottling(createThrottle(clock, 100), authorityLimits),
    audit: createAuditStore(db),
    outbox: { put: (_, letter) => void posted.push(letter) },
    transact: createTransact({ db, clock }),
    site: createSite({
      origin: 'https://fl.example',
      relayUrl: null,
      allowPlainHttp: false,
      listening: () => ({ host: '127.0.0.1', port: 1 }),
    }),
    limits: authorityLimits,
  })
  const ada = (): SignedInUser => {
    const [user, signIn] = [users.get('u_ada'), signInStore.get('i_1', 'u_ada')]
    if (!user || !signIn) throw new Error('no rows')
    return { kind: 'user', user, signIn, device: null, address: '192.0.2.1' }
  }
  return {
    users,
    posted,
    change: (current: string, password: string) => change(ada(), { current, password }),
  }
}

test('the address of the account hears that its password changed, and only when it did', async () => {
  await using rows = await startRows()
  const { users, posted, change } = startDesk(rows)
  expect(await change('ada', 'a long enough one')).toMatchObject({ ok: true })
  users.setPendingEmail('u_ada', 'ada@example.org')
  expect(await change('a long enough one', 'another long one')).toMatchObject({ ok: true })
  // There was no address, and then none that was verified.
  expect(posted).toEqual([])
  users.setEmail('u_ada', 'ada@example.org', NOW)
  expect(await change('not the password', 'a third long one')).toMatchObject({ ok: false })
  expect(posted).toEqual([])
  expect(await change('another long one', 'a third long one')).toMatchObject({ ok: true })
  expect(posted).toEqual([{ kind: 'password_changed', user: 'u_ada', subject: null }])
})
