import { expect, test } from 'bun:test'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { Me, SignedIn } from '../../shared/wire/identity.ts'
import { type Asked, newDevice, newKey, PASSWORD, type Rig, readAs, startRig } from '../testing/rig.ts'

const login = (rig: Rig, name: string, password = PASSWORD, asked: Asked = {}) =>
  rig.ask('/v1/login', { body: { name, password }, ...asked })

test('a browser gets a cookie and no token, a client that asks for one a token and no cookie', async () => {
  await using rig = await startRig()
  await rig.firstAdmin()
  const browser = await login(rig, 'ADA')
  expect(readAs(SignedIn, browser)).toMatchObject({
    user: { name: 'ada', admin: true },
    token: null,
    device: null,
  })
  const cookie = browser.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(
    /^fl_[0-9a-z]{8}=fs_[0-9a-z]{32}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
  )
  const cli = await login(rig, 'ada', PASSWORD, { headers: { 'x-fairlead-client': 'cli', origin: null } })
  expect(cli.headers.has('set-cookie')).toBe(false)
  const { token } = readAs(SignedIn, cli)
  const me = await rig.ask('/v1/me', { headers: { authorization: `Bearer ${token}` } })
  expect(readAs(Me, me)).toMatchObject({ user: { name: 'ada' }, fresh: true, issuer: rig.authority.issuer })
  expect(me.headers.get('cache-control')).toBe('no-store')
})

test('over https the cookie is Secure and of this host only', async () => {
  await using rig = await startRig({ origin: 'https://fl.example' })
  await rig.firstAdmin()
  const cookie = (await login(rig, 'ada')).headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(
    /^__Host-fl=fs_[0-9a-z]{32}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/,
  )
})

test('over plain http from elsewhere no password is taken, unless the operator says so', async () => {
  await using rig = await startRig({ origin: 'http://fl.example' })
  expect((await login(rig, 'ada')).code).toBe('plain_http_refused')
  expect(rig.hasher.verified).toEqual([])
  await using allowed = await startRig({ origin: 'http://fl.example', allowPlainHttp: true })
  expect((await login(allowed, 'ada')).code).toBe('invalid_login')
})

test('every failure is one answer, byte for byte, and each costs a hash in the same lane', async () => {
  await using rig = await startRig()
  const nobody = await login(rig, 'ada')
  await rig.firstAdmin()
  rig.addUser('eve')
  rig.addUser('bob')
  rig.db.run('UPDATE users SET disabled_at = 1 WHERE name = ?', ['eve'])
  rig.db.run('UPDATE users SET password_hash = NULL WHERE name = ?', ['bob'])
  rig.db.run('UPDATE users SET email = ? WHERE name = ?', ['ada@example.org', 'ada'])
  const answers = [nobody]
  for (const name of ['nobody-of-that-name', 'eve', 'bob', 'ada@example.org', 'no@where.example']) {
    answers.push(await login(rig, name))
  }
  answers.push(await login(rig, 'ada', 'not the password'))
  for (const answer of answers) {
    expect([answer.status, answer.text]).toEqual([401, nobody.text])
    expect([...answer.headers]).toEqual([...nobody.headers])
  }
  const { decoy } = rig.hasher
  expect(rig.hasher.verified).toEqual([...Array.from({ length: 6 }, () => decoy), `hash of ${PASSWORD}`])
  rig.db.run('UPDATE users SET email_verified_at = 1 WHERE name = ?', ['ada'])
  expect((await login(rig, 'Ada@Example.org')).status).toBe(200)
})

test('of forty guesses at once at most six reach the hasher, and the owner gets in from elsewhere meanwhile', async () => {
  await using rig = await startRig()
  await rig.firstAdmin()
  const guesses = Array.from({ length: 40 }, (_, n) => login(rig, 'ada', `guess number ${n}`))
  const codes = (await Promise.all(guesses)).map(({ code }) => code)
  expect(rig.hasher.verified.length).toBeLessThanOrEqual(6)
  for (const code of codes) expect(['invalid_login', 'overloaded', 'throttled']).toContain(code ?? '')
  expect((await login(rig, 'ada', PASSWORD, { address: '198.51.100.9' })).status).toBe(200)
})

test('the fifth failure of a name from an address blocks that pair, says for how long, and nobody else', async () => {
  await using rig = await startRig()
  await rig.firstAdmin()
  rig.addUser('bob')
  for (let n = 0; n < 5; n++) expect((await login(rig, 'ada', 'not the password')).code).toBe('invalid_login')
  const blocked = await login(rig, 'ada')
  expect([blocked.status, blocked.code, blocked.headers.get('retry-after')]).toEqual([429, 'throttled', '30'])
  expect(rig.hasher.verified).toHaveLength(5)
  expect((await login(rig, 'bob')).status).toBe(200)
  expect((await login(rig, 'ada', PASSWORD, { address: '198.51.100.9' })).status).toBe(200)
  rig.clock.advance(30 * SECOND_MS)
  expect((await login(rig, 'ada')).status).toBe(200)
  for (let n = 0; n < 4; n++) await login(rig, 'ada', 'not the password')
  expect((await login(rig, 'ada')).status).toBe(200)
})

test('thirty failures from one address block it, for every name', async () => {
  await using rig = await startRig()
  await rig.firstAdmin()
  for (let n = 0; n < 30; n++) expect((await login(rig, `name-${n}`)).code).toBe('invalid_login')
  expect((await login(rig, 'ada')).code).toBe('throttled')
  expect((await login(rig, 'ada', PASSWORD, { address: '198.51.100.9' })).status).toBe(200)
})

test('a success does not wash away what was counted against other names', async () => {
  await using rig = await startRig()
  await rig.firstAdmin()
  for (let n = 0; n < 29; n++) {
    await login(rig, `name-${n}`)
    expect((await login(rig, 'ada')).status).toBe(200)
  }
  await login(rig, 'name-30')
  expect((await login(rig, 'ada')).code).toBe('throttled')
})

test('past a hundred failures a day on a name its known devices get in, and others do not', async () => {
  await using rig = await startRig()
  const offer = newDevice()
  await rig.firstAdmin()
  const { device } = await rig.signIn('ada', offer)
  for (let n = 0; n < 100; n++) {
    await login(rig, 'ada', 'not the password', { address: `198.51.100.${n}` })
  }
  const from = (asked: object) =>
    rig.ask('/v1/login', { body: { name: 'ada', password: PASSWORD, ...asked } })
  expect((await from({})).code).toBe('throttled')
  expect((await from({ device: newDevice() })).code).toBe('throttled')
  expect((await from({ device: { ...newDevice(), id: device } })).code).toBe('throttled')
  expect((await from({ device: { ...offer, id: device } })).status).toBe(200)
  rig.clock.advance(DAY_MS)
  expect((await from({})).status).toBe(200)
})

test('while too many passwords are looked at the answer is 503 with a time, and no failure is counted', async () => {
  await using rig = await startRig()
  await rig.firstAdmin()
  rig.hasher.hold()
  const spray = Array.from({ length: 18 }, (_, n) =>
    login(rig, `name-${n}`, PASSWORD, { address: `198.51.100.${n}` }),
  )
  for (let n = 0; n < 6; n++) {
    const over = await login(rig, 'ada')
    expect([over.status, over.code, over.headers.get('retry-after')]).toEqual([503, 'overloaded', '1'])
  }
  rig.hasher.release()
  await Promise.all(spray)
  expect((await login(rig, 'ada')).status).toBe(200)
})

test('an account that is disabled while its password is looked at does not get in', async () => {
  await using rig = await startRig()
  await rig.firstAdmin()
  rig.hasher.hold()
  const late = login(rig, 'ada')
  rig.db.run('UPDATE users SET disabled_at = 1')
  rig.hasher.release()
  expect((await late).code).toBe('invalid_login')
})

test('a sign-in ends by signing out, by being the eleventh, by disuse and by the account, each with its code', async () => {
  await using rig = await startRig()
  const first = await rig.firstAdmin()
  const second = await rig.signIn('ada')
  rig.clock.advance(1)
  await second.ask('/v1/logout', { method: 'POST' })
  expect((await second.ask('/v1/me')).code).toBe('session_revoked')
  for (let n = 0; n < 10; n++) await rig.signIn('ada')
  expect((await first.ask('/v1/me')).code).toBe('session_revoked')
  const last = await rig.signIn('ada')
  rig.clock.advance(29 * DAY_MS)
  expect((await last.ask('/v1/me')).status).toBe(200)
  rig.clock.advance(29 * DAY_MS)
  expect((await last.ask('/v1/me')).status).toBe(200)
  rig.clock.advance(30 * DAY_MS)
  expect((await last.ask('/v1/me')).code).toBe('session_expired')
  const again = await rig.signIn('ada')
  rig.db.run('UPDATE users SET disabled_at = 1')
  expect((await again.ask('/v1/me')).code).toBe('user_disabled')
  expect(
    (await again.ask('/v1/me', { headers: { authorization: `Bearer fs_${'0'.repeat(32)}` } })).code,
  ).toBe('session_expired')
})

test('a cookie in use is handed out again once a day, so that it lives as long as its sign-in', async () => {
  await using rig = await startRig()
  const { secret } = await rig.firstAdmin()
  const cookie = `fl_${rig.authority.issuer.slice(2, 10)}=${secret}`
  const given = async () => (await rig.ask('/v1/me', { headers: { cookie } })).headers.get('set-cookie')
  expect(await given()).toBe(null)
  rig.clock.advance(DAY_MS)
  expect(await given()).toStartWith(cookie)
  expect(await given()).toBe(null)
})

test('the password once more makes a sign-in fresh, in its own lane and with its own throttle', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.clock.advance(10 * MINUTE_MS)
  const fresh = async (password: string) => ada.ask('/v1/fresh', { body: { password } })
  expect((await ada.get(Me, '/v1/me')).fresh).toBe(false)
  // Guesses at the door block nobody who is inside.
  for (let n = 0; n < 6; n++) await login(rig, 'ada', 'not the password')
  expect((await fresh('not the password')).code).toBe('invalid_login')
  expect(readAs(Me, await fresh(PASSWORD)).fresh).toBe(true)
  expect((await ada.get(Me, '/v1/me')).fresh).toBe(true)
  for (let n = 0; n < 5; n++) await fresh('not the password')
  expect((await fresh(PASSWORD)).code).toBe('throttled')
})

test('the set-up link makes one admin, once', async () => {
  await using rig = await startRig()
  const setUp = (token: string, name = 'ada', password = PASSWORD) =>
    rig.ask('/v1/set-up', { body: { token, name, password } })
  const tokenOf = () => rig.authority.setUpLink()?.split('#')[1] ?? ''
  const burnt = tokenOf()
  const token = tokenOf()
  expect((await setUp(burnt)).code).toBe('code_unusable')
  expect((await setUp('nonsense')).code).toBe('code_unusable')
  expect((await setUp(token, 'ada', 'short')).code).toBe('invalid_request')
  expect((await setUp(token, 'Ada')).code).toBe('invalid_request')
  rig.clock.advance(60 * MINUTE_MS)
  expect((await setUp(token)).code).toBe('code_unusable')
  const good = tokenOf()
  const race = await Promise.all(['ada', 'bob', 'ada'].map((name) => setUp(good, name)))
  expect(race.map(({ code }) => code).filter((code) => code === null)).toHaveLength(1)
  expect((await setUp(good)).code).toBe('set_up_done')
  expect(rig.authority.setUpLink()).toBe(null)
  expect(rig.db.query('SELECT count(*) AS n FROM users').get()).toEqual({ n: 1 })
})

test('a device key that is none is refused before anything else', async () => {
  await using rig = await startRig()
  const device = { ...newDevice(), key: 'A'.repeat(43) }
  const refused = await rig.ask('/v1/login', { body: { name: 'ada', password: PASSWORD, device } })
  expect(refused.code).toBe('invalid_request')
  const loose = { ...newDevice(), key: newKey().slice(0, 42) + '_' }
  const answer = await rig.ask('/v1/login', { body: { name: 'ada', password: PASSWORD, device: loose } })
  expect(answer.code).toBe('invalid_request')
})
