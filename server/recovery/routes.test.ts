import { expect, test } from 'bun:test'
import { Me } from '../../shared/wire/identity.ts'
import { ResetDone } from '../../shared/wire/recovery.ts'
import { createUserStore } from '../accounts/user-store.ts'
import { authorityLimits } from '../limits.ts'
import { OPEN, rowCounts, startMailing } from '../testing/mailbox.ts'
import {
  type Client,
  HOST,
  newDevice,
  ORIGIN,
  PASSWORD,
  type Rig,
  readAs,
  scriptOf,
  startRig,
} from '../testing/rig.ts'

const CLI = { 'x-fairlead-client': 'cli' }
const ANOTHER = 'quite another long one'

async function withAda() {
  const { rig, mail } = await startMailing()
  const ada = await rig.firstAdmin()
  const users = createUserStore(rig.db)
  users.setEmail(ada.user, 'ada@example.org', rig.clock.now())
  return { rig, ada, users, mail }
}

const forgot = (rig: Rig, email: string, address?: string) =>
  rig.ask('/v1/forgot', { body: { email }, ...(address ? { address } : {}) })
const reset = (rig: Rig, token: string, more: object = {}) =>
  rig.ask('/v1/reset', { body: { token, password: ANOTHER, ...more }, headers: CLI })
const login = (rig: Rig, password: string, address?: string) =>
  rig.ask('/v1/login', { body: { name: 'ada', password }, headers: CLI, ...(address ? { address } : {}) })

test('a mailed link sets a new password, ends every sign-in and tells the keys that are still good', async () => {
  const { rig, ada, mail } = await withAda()
  await using _ = rig
  const script = await scriptOf(rig, ada, ['read'])
  await forgot(rig, 'Ada@Example.org')
  const token = await mail.token()
  const done = readAs(ResetDone, await reset(rig, token, { device: newDevice() }))
  expect(done.user.name).toBe('ada')
  expect(done.keys.map(({ id }) => id)).toEqual([script.key])
  expect((await ada.ask('/v1/me')).code).toBe('session_revoked')
  expect((await script.ask('/v1/me')).status).toBe(200)
  const headers = { authorization: `Bearer ${done.token}` }
  expect(readAs(Me, await rig.ask('/v1/me', { headers })).user.name).toBe('ada')
  expect((await login(rig, PASSWORD)).code).toBe('invalid_login')
  expect((await login(rig, ANOTHER)).status).toBe(200)
  expect((await mail.letters()).map(({ to, subject }) => [to, subject])).toEqual([
    ['ada@example.org', 'Your password was changed'],
  ])
  expect((await reset(rig, token)).code).toBe('code_unusable')
})

test('an address that is known, one that is not and one that nobody verified: the same answer and the same writes', async () => {
  const seen = []
  for (const email of ['ada@example.org', 'nobody@example.org', 'pending@example.org']) {
    // Nothing takes letters out of the outbox here.
    await using rig = await startRig({ fixed: OPEN })
    const ada = await rig.firstAdmin()
    const users = createUserStore(rig.db)
    users.setEmail(ada.user, 'ada@example.org', rig.clock.now())
    users.setPendingEmail(ada.user, 'pending@example.org')
    const before = rowCounts(rig)
    const { status, text, headers } = await forgot(rig, email)
    const after = rowCounts(rig)
    const written = Object.keys(after).filter((table) => after[table] !== before[table])
    const shown = [...headers].filter(([name]) => name !== 'date')
    const rows = rig.db.query('SELECT kind, subject, due_at, tries, ended_at FROM outbox').all()
    seen.push({ status, text, shown, written, rows })
  }
  expect(seen[0]).toMatchObject({ status: 200, text: '{"sent":true}', written: ['outbox'] })
  expect(seen[1]).toEqual(seen[0])
  expect(seen[2]).toEqual(seen[0])
})

test('a letter is written after the answer, so that the time of one tells nothing of the other', async () => {
  const { rig, mail } = await withAda()
  await using _ = rig
  const body = JSON.stringify({ email: 'ada@example.org' })
  const headers = {
    ...{ host: HOST, origin: ORIGIN, 'content-type': 'application/json' },
    'content-length': String(body.length),
  }
  await rig.authority.edge(new Request(`${ORIGIN}/v1/forgot`, { method: 'POST', headers, body }), '192.0.2.1')
  expect(rowCounts(rig)).toMatchObject({ outbox: 1, mail_tokens: 0 })
  expect(await mail.letters()).toHaveLength(1)
})

test('an address that was never verified gets no link, nor does an account that is disabled or deleted', async () => {
  const { rig, ada, users, mail } = await withAda()
  await using _ = rig
  users.setPendingEmail(ada.user, 'pending@example.org')
  await forgot(rig, 'pending@example.org')
  expect(await mail.letters()).toEqual([])
  await forgot(rig, 'ada@example.org')
  const token = await mail.token()
  users.setDisabled(ada.user, rig.clock.now())
  await forgot(rig, 'ada@example.org')
  expect(await mail.letters()).toEqual([])
  expect((await reset(rig, token)).code).toBe('code_unusable')
  users.setDisabled(ada.user, null)
  expect((await reset(rig, token)).status).toBe(200)
})

test('an address is sent three links an hour; past it the answer is the same', async () => {
  const { rig, mail } = await withAda()
  await using _ = rig
  for (const n of [1, 2, 3, 4, 5, 6]) {
    expect((await forgot(rig, n % 2 ? 'ada@example.org' : 'ADA@example.org', `198.51.100.${n}`)).text).toBe(
      '{"sent":true}',
    )
  }
  expect(await mail.letters()).toHaveLength(3)
  // Asking on and on does not keep it so.
  rig.clock.advance(authorityLimits.letterWindowMs + 1)
  await forgot(rig, 'ada@example.org')
  expect(await mail.letters()).toHaveLength(1)
})

test('one client asks so often a minute, and keeps nobody else from asking', async () => {
  await using rig = await startRig({ fixed: OPEN, limits: { writesAMinute: 2 } })
  await forgot(rig, 'a@example.org')
  await forgot(rig, 'b@example.org')
  expect((await forgot(rig, 'c@example.org')).code).toBe('throttled')
  expect((await forgot(rig, 'c@example.org', '198.51.100.7')).status).toBe(200)
})

test('a link is burnt by the next, is good for an hour, and is spent once', async () => {
  const { rig, mail } = await withAda()
  await using _ = rig
  await forgot(rig, 'ada@example.org')
  const first = await mail.token()
  await forgot(rig, 'ada@example.org')
  const second = await mail.token()
  expect((await reset(rig, first)).code).toBe('code_unusable')
  const answers = await Promise.all([reset(rig, second), reset(rig, second)])
  expect(answers.map(({ code }) => code).sort()).toEqual([null, 'code_unusable'].sort())
  await mail.letters()
  await forgot(rig, 'ada@example.org')
  const third = await mail.token()
  rig.clock.advance(authorityLimits.resetMs)
  expect((await reset(rig, third)).code).toBe('code_unusable')
})

test('a password that is refused leaves the link good for another', async () => {
  const { rig, mail } = await withAda()
  await using _ = rig
  await forgot(rig, 'ada@example.org')
  const token = await mail.token()
  expect((await reset(rig, token, { password: 'short' })).code).toBe('invalid_request')
  expect((await reset(rig, token)).status).toBe(200)
})

test('a token of one kind does nothing of another', async () => {
  const { rig, ada, mail } = await withAda()
  await using _ = rig
  await forgot(rig, 'ada@example.org')
  const token = await mail.token()
  const body = { token, password: ANOTHER }
  expect((await rig.ask('/v1/confirm', { body })).code).toBe('code_unusable')
  for (const path of ['/v1/email/verify', '/v1/email/undo']) {
    expect((await rig.ask(path, { body: { token } })).code).toBe('code_unusable')
  }
  expect((await rig.ask('/v1/invite', { body })).code).toBe('code_unusable')
  expect((await ada.ask('/v1/me')).status).toBe(200)
  expect((await reset(rig, token)).status).toBe(200)
})

test('what others guessed at a name does not keep out its holder, who set a new password', async () => {
  const { rig, mail } = await withAda()
  await using _ = rig
  for (let n = 0; n < authorityLimits.loginFailures + 1; n++) await login(rig, 'a wrong password')
  expect((await login(rig, PASSWORD)).code).toBe('throttled')
  await forgot(rig, 'ada@example.org')
  expect((await reset(rig, await mail.token())).status).toBe(200)
  expect((await login(rig, ANOTHER)).status).toBe(200)
})

test('another address that somebody asked for before the password was set anew is not verified any more', async () => {
  const { rig, ada, mail } = await withAda()
  await using _ = rig
  await askFor(ada, 'thief@example.org')
  const verify = await mail.token()
  await askFor(ada, 'thief@example.org')
  await forgot(rig, 'ada@example.org')
  const came = (await mail.letters()).map(({ text }) => /#(\S+)/.exec(text)?.[1] ?? '')
  expect((await reset(rig, came[1] ?? '')).status).toBe(200)
  for (const token of [verify, came[0] ?? '']) {
    expect((await rig.ask('/v1/email/verify', { body: { token } })).code).toBe('code_unusable')
  }
})

test('no token is in the database, only its hash', async () => {
  const { rig, mail } = await withAda()
  await using _ = rig
  await forgot(rig, 'ada@example.org')
  const token = await mail.token()
  rig.db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  const bytes = Buffer.from(await Bun.file(rig.path).bytes())
  expect(bytes.includes('ada@example.org')).toBe(true)
  expect(bytes.includes(token)).toBe(false)
  expect(bytes.includes(token.slice(3))).toBe(false)
})

test.each(['register', 'confirm', 'invite', 'forgot', 'reset', 'email/verify', 'email/undo'])(
  'a page of another site does not post to /v1/%s, and to open it with GET does nothing',
  async (path) => {
    const { rig, mail } = await withAda()
    await using _ = rig
    await forgot(rig, 'ada@example.org')
    const body = { token: await mail.token(), password: ANOTHER, email: 'new@example.org', name: 'newone' }
    const before = rowCounts(rig)
    const foreign = [{ origin: 'https://evil.example' }, { origin: null }, { 'sec-fetch-site': 'cross-site' }]
    for (const headers of foreign) {
      expect((await rig.ask(`/v1/${path}`, { body, headers })).status).toBe(403)
    }
    const form = { 'content-type': 'text/plain' }
    expect((await rig.ask(`/v1/${path}`, { body, headers: form })).code).toBe('invalid_request')
    expect((await rig.ask(`/v1/${path}?token=${body.token}`)).status).toBeGreaterThanOrEqual(400)
    expect(rowCounts(rig)).toEqual(before)
    expect((await reset(rig, body.token)).status).toBe(200)
  },
)

const askFor = (client: Client, email: string) => client.ask('/v1/email', { method: 'PUT', body: { email } })
