import { expect, test } from 'bun:test'
import { MINUTE_MS } from '../../shared/time.ts'
import { Me } from '../../shared/wire/identity.ts'
import { createAuditStore } from '../audit/store.ts'
import {
  type Client,
  capabilityFor,
  enrolled,
  PASSWORD,
  type Rig,
  readAs,
  scriptOf,
  startRig,
} from '../testing/rig.ts'

const NEW = 'an even longer one'

const change = (client: Client, password = NEW, current = PASSWORD, address?: string) =>
  client.ask('/v1/password', { body: { current, password }, ...(address !== undefined && { address }) })

const login = (rig: Rig, password: string) => rig.ask('/v1/login', { body: { name: 'ada', password } })

test('the other sign-ins end with the password of before, and this one stays and is fresh', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const phone = await rig.signIn('ada')
  const machine = await enrolled(rig, ada, 'desk')
  const [mine, theirs] = [await capabilityFor(ada, machine), await capabilityFor(phone, machine)]
  rig.clock.advance(2 * MINUTE_MS)
  const done = await change(ada)
  expect(readAs(Me, done)).toMatchObject({ user: { id: ada.user }, fresh: true, hasPassword: true })
  expect((await phone.ask('/v1/me')).code).toBe('session_revoked')
  expect((await ada.ask('/v1/me')).status).toBe(200)
  const { authorization } = rig.authority
  expect(authorization.circuit(mine)).toMatchObject({ ok: true })
  expect(authorization.circuit(theirs)).toMatchObject({ ok: false, code: 'session_revoked' })
  expect((await login(rig, PASSWORD)).code).toBe('invalid_login')
  expect((await login(rig, NEW)).status).toBe(200)
  const ends = rig.db.query(`SELECT ended_why FROM sign_ins WHERE ended_at IS NOT NULL`).all()
  expect(ends).toEqual([{ ended_why: 'password_changed' }])
  expect(
    createAuditStore(rig.db)
      .about(ada.user)
      .map(({ act }) => act),
  ).toContain('password_changed')
})

test('keys of scripts stay: a change of the password is not their end', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const script = await scriptOf(rig, ada, ['read'])
  await change(ada)
  expect((await script.ask('/v1/me')).status).toBe(200)
  const byKey = await change(script, 'a third one, long enough', NEW)
  expect([byKey.status, byKey.code]).toEqual([403, 'key_scope_missing'])
})

test('a borrowed session is not enough: the password of now is asked for, fresh or not', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const wrong = await change(ada, NEW, 'not the password')
  expect([wrong.status, wrong.code]).toEqual([401, 'invalid_login'])
  expect((await ada.ask('/v1/password', { body: { password: NEW } })).code).toBe('invalid_request')
  // A mistyped password says nothing about the sign-in that carried it.
  expect((await ada.ask('/v1/me')).status).toBe(200)
  expect((await login(rig, PASSWORD)).status).toBe(200)
})

test('a weak one is refused before the one of now is looked at', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const refused = await change(ada, 'password1234')
  expect(JSON.parse(refused.text).error).toMatchObject({
    code: 'invalid_request',
    detail: { field: 'body/password' },
  })
  expect(rig.hasher.verified).toEqual([])
})

test('guesses of the password of now are counted together from everywhere, and the door’s are not among them', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  for (let n = 0; n < 5; n++) {
    await rig.ask('/v1/login', { body: { name: 'ada', password: 'not the password' } })
  }
  for (let n = 0; n < 5; n++) {
    const guess = await change(ada, NEW, `guess number ${n}`, `198.51.100.${n}`)
    expect(guess.code).toBe('invalid_login')
  }
  expect((await change(ada)).code).toBe('throttled')
  rig.clock.advance(30_000)
  expect((await change(ada)).status).toBe(200)
})

test('of two changes at once from one password one lands, and the other learns that it came too late', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const both = await Promise.all([change(ada, 'the first of two'), change(ada, 'the second of two')])
  expect(both.map(({ code }) => code).sort()).toEqual(['invalid_login', null])
})

test('a sign-in that ended while the passwords were looked at changes nothing', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const phone = await rig.signIn('ada')
  rig.hasher.hold()
  const late = change(phone)
  await ada.ask('/v1/sign-ins', { method: 'DELETE' })
  rig.hasher.release()
  expect((await late).code).toBe('invalid_login')
  expect((await login(rig, PASSWORD)).status).toBe(200)
})

test('an account that never had a password does not get its first one here', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.db.run('UPDATE users SET password_hash = NULL')
  expect((await ada.get(Me, '/v1/me')).hasPassword).toBe(false)
  expect((await change(ada)).code).toBe('invalid_login')
  expect(rig.hasher.verified).toEqual([rig.hasher.decoy])
})

test('over plain http from elsewhere no password is taken', async () => {
  await using rig = await startRig({ origin: 'http://fl.example', allowPlainHttp: true })
  const ada = await rig.firstAdmin()
  await using plain = await startRig({ origin: 'http://fl.example' })
  const headers = { authorization: `Bearer ${ada.secret}` }
  plain.db.run('ATTACH ? AS other', [rig.path])
  for (const table of ['users', 'devices', 'sign_ins']) {
    plain.db.run(`INSERT INTO ${table} SELECT * FROM other.${table}`)
  }
  const refused = await plain.ask('/v1/password', { body: { current: PASSWORD, password: NEW }, headers })
  expect(refused.code).toBe('plain_http_refused')
})

test('a change goes through while the door is sprayed with sign-ins', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.hasher.hold()
  const spray = Array.from({ length: 40 }, (_, n) =>
    rig.ask('/v1/login', { body: { name: `name-${n}`, password: PASSWORD }, address: `198.51.100.${n}` }),
  )
  const changed = change(ada)
  rig.hasher.release()
  expect((await changed).status).toBe(200)
  const codes = (await Promise.all(spray)).map(({ code }) => code)
  expect(codes.filter((code) => code === 'overloaded')).toHaveLength(40 - 2 - 16)
})
