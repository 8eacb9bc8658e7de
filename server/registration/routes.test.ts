import { expect, test } from 'bun:test'
import { Me, SignedIn } from '../../shared/wire/identity.ts'
import { Instance } from '../../shared/wire/recovery.ts'
import { createUserStore } from '../accounts/user-store.ts'
import { createTransact } from '../db/transact.ts'
import { authorityLimits } from '../limits.ts'
import { createMailTokenStore } from '../mail/token-store.ts'
import { createMailTokens } from '../mail/tokens.ts'
import { OPEN, rowCounts, startMailing, tokenIn } from '../testing/mailbox.ts'
import { newDevice, PASSWORD, type Rig, readAs, startRig } from '../testing/rig.ts'

const CLI = { 'x-fairlead-client': 'cli' }
const wanted = (name: string, email = `${name}@example.org`) => ({ name, email })

const register = (rig: Rig, name: string, email?: string, address?: string) =>
  rig.ask('/v1/register', { body: wanted(name, email), ...(address ? { address } : {}) })
const confirm = (rig: Rig, token: string, more: object = {}) =>
  rig.ask('/v1/confirm', { body: { token, password: PASSWORD, ...more }, headers: CLI })

/** Where somebody runs the authority, so that others may come. */
async function opened(options: Parameters<typeof startMailing>[0] = {}): ReturnType<typeof startMailing> {
  const started = await startMailing(options)
  await started.rig.firstAdmin('root')
  return started
}

async function openRig(options: Parameters<typeof startRig>[0] = {}): Promise<Rig> {
  const rig = await startRig({ fixed: OPEN, ...options })
  await rig.firstAdmin('root')
  return rig
}

test('before there is an admin nobody signs up: a stranger who came first would have ended the set-up link', async () => {
  await using rig = await startRig({ fixed: OPEN })
  const before = rowCounts(rig)
  expect((await register(rig, 'bob')).code).toBe('registration_closed')
  expect(readAs(Instance, await rig.ask('/v1/instance')).registration).toBe('closed')
  expect(rowCounts(rig)).toEqual(before)
  await rig.firstAdmin()
  expect((await register(rig, 'bob')).status).toBe(200)
})

test('what anybody may know: whether one may sign up, with which addresses, and whether letters are sent', async () => {
  await using closed = await startRig()
  expect(readAs(Instance, await closed.ask('/v1/instance'))).toEqual({
    registration: 'closed',
    mail: false,
    domains: [],
  })
  await using open = await openRig({ fixed: { ...OPEN, registration_domains: 'example.org' } })
  expect(readAs(Instance, await open.ask('/v1/instance'))).toEqual({
    registration: 'open',
    mail: true,
    domains: ['example.org'],
  })
})

test('signing up makes an account with the address of the letter, signed in here', async () => {
  const { rig, mail } = await opened()
  await using _rig = rig
  expect((await register(rig, 'bob', 'Bob@Example.org')).text).toBe('{"sent":true}')
  const [letter] = await mail.letters()
  expect(letter?.to).toBe('bob@example.org')
  const token = /#(\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
  const done = readAs(SignedIn, await confirm(rig, token, { device: newDevice() }))
  expect(done).toMatchObject({ user: { name: 'bob', admin: false }, device: { name: 'laptop' } })
  const headers = { authorization: `Bearer ${done.token}` }
  expect(readAs(Me, await rig.ask('/v1/me', { headers }))).toMatchObject({ email: 'bob@example.org' })
  expect((await confirm(rig, token)).code).toBe('code_unusable')
})

test.each(['closed', 'invite'])('where registration is %s nobody signs up', async (mode) => {
  await using rig = await startRig({ fixed: { ...OPEN, registration: mode } })
  const before = rowCounts(rig)
  expect((await register(rig, 'bob')).code).toBe('registration_closed')
  expect(rowCounts(rig)).toEqual(before)
})

test('a link of before is of no use once registration was closed', async () => {
  const { registration: _, ...mailed } = OPEN
  const { rig, mail } = await startMailing({ fixed: mailed })
  await using _rig = rig
  const ada = await rig.firstAdmin()
  const set = (registration: string) =>
    ada.ask('/v1/admin/settings', { method: 'PATCH', body: { registration } })
  expect((await set('open')).status).toBe(200)
  await register(rig, 'bob')
  const token = await mail.token()
  expect((await set('closed')).status).toBe(200)
  expect((await confirm(rig, token)).code).toBe('registration_closed')
  expect((await set('open')).status).toBe(200)
  expect((await confirm(rig, token)).status).toBe(200)
})

test('only addresses of the domains that were named sign up, and not of one that ends the same', async () => {
  await using rig = await openRig({ fixed: { ...OPEN, registration_domains: 'example.org' } })
  expect((await register(rig, 'bob', 'bob@evil-example.org')).code).toBe('domain_refused')
  expect((await register(rig, 'bob', 'bob@sub.example.org')).code).toBe('domain_refused')
  expect((await register(rig, 'bob', 'bob@EXAMPLE.org')).status).toBe(200)
})

test('whoever asked for the letter knows no password: it is chosen by who follows the link, and a weak one is refused', async () => {
  const { rig, mail } = await opened()
  await using _rig = rig
  await register(rig, 'bob')
  const token = await mail.token()
  const before = rowCounts(rig)
  expect((await confirm(rig, token, { password: 'password1234' })).code).toBe('invalid_request')
  expect(rowCounts(rig)).toEqual(before)
  expect((await confirm(rig, token, { password: 'chosen by who follows it' })).status).toBe(200)
  expect((await rig.ask('/v1/login', { body: { name: 'bob', password: PASSWORD } })).code).toBe(
    'invalid_login',
  )
})

test('over plain http nobody signs up', async () => {
  await using plain = await startRig({ fixed: OPEN, origin: 'http://fl.example' })
  expect((await register(plain, 'bob')).code).toBe('plain_http_refused')
})

test('an address with an account, a name that is taken and neither: the same answer and the same writes', async () => {
  const seen = []
  for (const [name, email] of [
    ['carol', 'ada@example.org'],
    ['ada', 'new@example.org'],
    ['carol', 'new@example.org'],
  ] as const) {
    await using rig = await startRig({ fixed: OPEN })
    const ada = await rig.firstAdmin()
    createUserStore(rig.db).setEmail(ada.user, 'ada@example.org', rig.clock.now())
    const before = rowCounts(rig)
    const { status, text, headers } = await register(rig, name, email)
    const after = rowCounts(rig)
    const written = Object.keys(after)
      .filter((table) => after[table] !== before[table])
      .sort()
    const rows = rig.db.query('SELECT kind, user FROM outbox').all()
    seen.push({ status, text, headers: [...headers.keys()].sort(), written, rows })
  }
  expect(seen[0]?.written).toEqual(['outbox', 'registrations'])
  expect(seen[1]).toEqual(seen[0])
  expect(seen[2]).toEqual(seen[0])
})

test('who has an account already is told so by letter, without a link that does something', async () => {
  const { rig, mail } = await startMailing()
  await using _rig = rig
  const ada = await rig.firstAdmin()
  createUserStore(rig.db).setEmail(ada.user, 'ada@example.org', rig.clock.now())
  await register(rig, 'carol', 'ADA@example.org')
  const letters = await mail.letters()
  expect(letters).toHaveLength(1)
  expect(letters[0]).toMatchObject({ to: 'ada@example.org', subject: 'You have an account already' })
  expect(letters[0]?.text).not.toContain('#')
})

test('signing up again is the resend: the link of before is of no use any more', async () => {
  const { rig, mail } = await opened()
  await using _rig = rig
  await register(rig, 'bob')
  const first = await mail.token()
  await register(rig, 'robert', 'bob@example.org')
  const second = await mail.token()
  expect((await confirm(rig, first)).code).toBe('code_unusable')
  expect(readAs(SignedIn, await confirm(rig, second)).user.name).toBe('robert')
})

test('an address is sent three letters an hour, and whoever asks for more is not told', async () => {
  const { rig, mail } = await opened()
  await using _rig = rig
  const came = []
  for (const _ of [1, 2, 3, 4, 5]) {
    expect((await register(rig, 'bob')).text).toBe('{"sent":true}')
    came.push(...(await mail.letters()))
  }
  expect(came).toHaveLength(3)
  expect(readAs(SignedIn, await confirm(rig, tokenIn(came[2]) ?? '')).user.name).toBe('bob')
})

test('one client asks so often a minute, whatever addresses it names', async () => {
  await using rig = await openRig({ limits: { writesAMinute: 2 } })
  for (const name of ['ann', 'bob']) expect((await register(rig, name)).status).toBe(200)
  expect((await register(rig, 'carol')).code).toBe('throttled')
  expect((await register(rig, 'carol', undefined, '198.51.100.7')).status).toBe(200)
})

test('a link is good for a day', async () => {
  const { rig, mail } = await opened()
  await using _rig = rig
  await register(rig, 'bob')
  const token = await mail.token()
  rig.clock.advance(authorityLimits.confirmMs)
  expect((await confirm(rig, token)).code).toBe('code_unusable')
})

test('two links for one name: one gets it, and the other stays good for another name', async () => {
  const { rig, mail } = await opened()
  await using _rig = rig
  await register(rig, 'bob', 'one@example.org')
  const one = await mail.token()
  await register(rig, 'bob', 'two@example.org')
  const two = await mail.token()
  const answers = await Promise.all([confirm(rig, one), confirm(rig, two)])
  expect(answers.map(({ code }) => code).sort()).toEqual([null, 'user_exists'].sort())
  const left = answers[0]?.code === null ? two : one
  expect(readAs(SignedIn, await confirm(rig, left, { name: 'robert' })).user.name).toBe('robert')
})

test('a link that is posted twice at once makes one account', async () => {
  const { rig, mail } = await opened()
  await using _rig = rig
  await register(rig, 'bob')
  const token = await mail.token()
  const answers = await Promise.all([confirm(rig, token), confirm(rig, token, { name: 'robert' })])
  expect(answers.map(({ code }) => code).sort()).toEqual([null, 'code_unusable'].sort())
  // And the one who runs it.
  expect(createUserStore(rig.db).list()).toHaveLength(2)
})

test('an address that somebody verified meanwhile is not taken from them', async () => {
  const { rig, mail } = await startMailing()
  await using _rig = rig
  const ada = await rig.firstAdmin()
  await register(rig, 'bob', 'ada@example.org')
  const token = await mail.token()
  createUserStore(rig.db).setEmail(ada.user, 'ada@example.org', rig.clock.now())
  expect((await confirm(rig, token)).code).toBe('email_taken')
})

/** An account without a password, and a link that gives it its first. */
function invited(rig: Rig, pending: string | null, subject: string | null) {
  const id = rig.addUser('bob')
  const users = createUserStore(rig.db)
  rig.db.query('UPDATE users SET password_hash = NULL WHERE id = ?').run(id)
  users.setPendingEmail(id, pending)
  const { db, clock, authority } = rig
  const tokens = createMailTokens({
    store: createMailTokenStore(db),
    random: (n) => crypto.getRandomValues(new Uint8Array(n)),
    site: authority.site,
    limits: authorityLimits,
  })
  const mint = (): string =>
    createTransact({ db, clock })((work) => tokens.mint(work, 'invite', { user: id, subject })).link.split(
      '#',
    )[1] ?? ''
  return { id, users, mint }
}

const accept = (rig: Rig, token: string) =>
  rig.ask('/v1/invite', { body: { token, password: 'first of bobs passwords' }, headers: CLI })

test('an invitation that was mailed gives a first password and shows whose the address is', async () => {
  await using rig = await openRig()
  const { id, users, mint } = invited(rig, 'bob@example.org', 'bob@example.org')
  const token = mint()
  expect(readAs(SignedIn, await accept(rig, token)).user.name).toBe('bob')
  expect(users.get(id)).toMatchObject({ email: 'bob@example.org', pendingEmail: null })
  expect((await accept(rig, token)).code).toBe('code_unusable')
})

test('a link that was shown on a screen shows nothing of an address', async () => {
  await using rig = await openRig()
  const { id, users, mint } = invited(rig, 'bob@example.org', null)
  expect((await accept(rig, mint())).status).toBe(200)
  expect(users.get(id)).toMatchObject({ email: null, pendingEmail: 'bob@example.org' })
})

test('an invitation is one link: another burns it; it is good for two days, never for a disabled account', async () => {
  await using rig = await openRig()
  const { id, users, mint } = invited(rig, null, null)
  const first = mint()
  const second = mint()
  expect((await accept(rig, first)).code).toBe('code_unusable')
  users.setDisabled(id, rig.clock.now())
  expect((await accept(rig, second)).code).toBe('code_unusable')
  users.setDisabled(id, null)
  rig.clock.advance(authorityLimits.inviteMs)
  expect((await accept(rig, second)).code).toBe('code_unusable')
})

test('an invitation that is posted twice at once sets one password', async () => {
  await using rig = await openRig()
  const { mint } = invited(rig, null, null)
  const token = mint()
  const answers = await Promise.all([accept(rig, token), accept(rig, token)])
  expect(answers.map(({ code }) => code).sort()).toEqual([null, 'code_unusable'].sort())
})
