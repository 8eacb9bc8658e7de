import { expect, test } from 'bun:test'
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts'
import { API_KEY_SCOPES, ApiKeys, MadeApiKey } from '../../shared/wire/account.ts'
import { Me } from '../../shared/wire/identity.ts'
import { RegisteredMachine } from '../../shared/wire/machine.ts'
import { createAuditStore } from '../audit/store.ts'
import { createDeviceStore } from '../devices/store.ts'
import { createRevocationStore } from '../revocations/store.ts'
import {
  capabilityFor,
  enrolled,
  newDevice,
  PASSWORD,
  type Rig,
  readAs,
  scriptOf,
  startRig,
} from '../testing/rig.ts'

const usedAt = (rig: Rig, key: string) => rig.db.query('SELECT used_at FROM api_keys WHERE id = ?').get(key)

test('a key is shown once, is kept as a hash, and says who it stands for', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const body = { name: 'nightly\u001b[31m backup', scopes: ['read'] }
  const answer = await ada.ask('/v1/keys', { body })
  expect(answer.status).toBe(201)
  const { key, secret } = readAs(MadeApiKey, answer)
  expect(key).toMatchObject({ scopes: ['read'], device: null, usedAt: null })
  expect(key.id).toMatch(/^k_[0-9a-z]{26}$/)
  expect(key.name).not.toContain('\u001b')
  expect(secret).toMatch(/^fk_[0-9a-z]{32}$/)
  expect((await ada.ask('/v1/keys')).text).not.toContain(secret)
  const stored = JSON.stringify(rig.db.query('SELECT * FROM api_keys').all())
  expect(stored).not.toContain(secret)
  const authorization = `Bearer ${secret}`
  const me = readAs(Me, await rig.ask('/v1/me', { headers: { authorization, origin: null } }))
  expect(me).toMatchObject({ user: { id: ada.user }, viaKey: true, fresh: false, device: null })
  expect((await ada.get(Me, '/v1/me')).viaKey).toBe(false)
  expect(createAuditStore(rig.db).about(key.id)).toMatchObject([{ act: 'api_key_made', user: ada.user }])
})

test('a key outlives the sign-in that made it, so making one needs a password of the last ten minutes', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.clock.advance(10 * MINUTE_MS)
  const make = () => ada.ask('/v1/keys', { body: { name: 'x', scopes: ['read'] } })
  const stale = await make()
  expect([stale.status, stale.code]).toEqual([403, 'fresh_sign_in_required'])
  await ada.ask('/v1/fresh', { body: { password: PASSWORD } })
  expect((await make()).status).toBe(201)
})

test('the eleventh key is refused, and revoking one makes room', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  for (let n = 0; n < 10; n++) await scriptOf(rig, ada, ['read'])
  const body = { name: 'x', scopes: ['read'] }
  expect((await ada.ask('/v1/keys', { body })).code).toBe('key_limit')
  const [first] = (await ada.get(ApiKeys, '/v1/keys')).keys
  expect((await ada.ask(`/v1/keys/${first?.id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await ada.ask('/v1/keys', { body })).status).toBe(201)
  expect((await ada.get(ApiKeys, '/v1/keys')).keys).toHaveLength(10)
})

test('only circuits take a device, and one of the holder’s own that is not retired', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.addUser('bob')
  const bob = await rig.signIn('bob')
  const old = await rig.signIn('ada')
  await ada.ask(`/v1/devices/${old.device}`, { method: 'DELETE' })
  const make = async (scopes: string[], device?: string) => {
    const body = { name: 'x', scopes, ...(device !== undefined && { device }) }
    return (await ada.ask('/v1/keys', { body })).code
  }
  expect(await make(['circuits'])).toBe('invalid_request')
  expect(await make(['circuits'], bob.device)).toBe('invalid_request')
  expect(await make(['circuits'], old.device)).toBe('invalid_request')
  expect(await make(['circuits'], '')).toBe('invalid_request')
  expect(await make(['read'], ada.device)).toBe('invalid_request')
  expect(await make(['read', 'read'])).toBe('invalid_request')
  expect(await make([])).toBe('invalid_request')
  expect(await make(['admin'])).toBe('invalid_request')
  expect((await ada.get(ApiKeys, '/v1/keys')).keys).toEqual([])
  expect(await make(['circuits'], ada.device)).toBe(null)
})

test('a key that was read and never written could not be taken back: revoked, it is refused from the next request on', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const machine = await enrolled(rig, ada, 'desk')
  const script = await scriptOf(rig, ada, ['read', 'circuits'])
  const other = await scriptOf(rig, ada, ['read'])
  const token = await capabilityFor(script, machine)
  const { authorization } = rig.authority
  const before = authorization.circuit(token)
  expect(before).toMatchObject({ ok: true, value: { sid: script.key, dev: ada.device } })
  const revoked = await ada.ask(`/v1/keys/${script.key}`, { method: 'DELETE' })
  expect(JSON.parse(revoked.text)).toEqual({ revoked: script.key })
  expect([(await script.ask('/v1/me')).status, (await script.ask('/v1/me')).code]).toEqual([
    401,
    'api_key_revoked',
  ])
  expect(authorization.circuit(token)).toMatchObject({ ok: false, code: 'api_key_revoked' })
  if (before.ok) expect(authorization.stillHolds(before.value)).toBe('api_key_revoked')
  expect(rig.relay.reauthorized.at(-1)).toEqual({ sub: ada.user, sid: script.key })
  expect(rig.relay.nudged.at(-1)).toBe(machine)
  expect(createRevocationStore(rig.db).of(machine)).toMatchObject([{ sid: script.key }])
  expect((await ada.ask(`/v1/keys/${script.key}`, { method: 'DELETE' })).code).toBe('key_not_found')
  expect((await other.ask('/v1/me')).status).toBe(200)
  expect((await ada.ask('/v1/me')).status).toBe(200)
})

test('nobody but its holder sees a key or revokes it, and no admin is an exception', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.addUser('bob')
  const bob = await rig.signIn('bob')
  const script = await scriptOf(rig, bob, ['read'])
  expect((await ada.get(ApiKeys, '/v1/keys')).keys).toEqual([])
  const taken = await ada.ask(`/v1/keys/${script.key}`, { method: 'DELETE' })
  expect([taken.status, taken.code]).toEqual([404, 'key_not_found'])
  expect((await script.ask('/v1/me')).status).toBe(200)
})

test('a disabled account’s key is refused and works again with the account; a deleted one’s is told so', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const script = await scriptOf(rig, ada, ['read'])
  rig.db.run('UPDATE users SET disabled_at = 1')
  expect((await script.ask('/v1/me')).code).toBe('user_disabled')
  rig.db.run('UPDATE users SET disabled_at = NULL')
  expect((await script.ask('/v1/me')).status).toBe(200)
  rig.db.run('UPDATE users SET deleted_at = 1, disabled_at = 1')
  expect((await script.ask('/v1/me')).code).toBe('user_deleted')
  expect((await ada.ask('/v1/me')).code).toBe('user_deleted')
})

test('a key that nobody has, or that was forgotten, is one that was revoked', async () => {
  await using rig = await startRig()
  await rig.firstAdmin()
  const headers = { authorization: `Bearer fk_${'0'.repeat(32)}` }
  expect((await rig.ask('/v1/me', { headers })).code).toBe('api_key_revoked')
})

test('the use of a key is written at most once a minute, and keeps its device from retiring by age', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const script = await scriptOf(rig, ada, ['read', 'circuits'])
  await script.ask('/v1/me')
  const first = rig.clock.now()
  expect(usedAt(rig, script.key)).toEqual({ used_at: first })
  rig.clock.advance(MINUTE_MS - 1)
  await script.ask('/v1/me')
  expect(usedAt(rig, script.key)).toEqual({ used_at: first })
  for (let day = 0; day < 40; day++) {
    rig.clock.advance(DAY_MS)
    await script.ask('/v1/me')
  }
  expect(createDeviceStore(rig.db).get(ada.device, ada.user)?.retiredAt).toBe(null)
  expect((await ada.ask('/v1/me')).code).toBe('session_expired')
  expect((await script.ask('/v1/me')).status).toBe(200)
})

test('capabilities of a key are its own device’s, and end with the device', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const machine = await enrolled(rig, ada, 'desk')
  const laptop = await rig.signIn('ada')
  const script = await scriptOf(rig, laptop, ['circuits'])
  const token = await capabilityFor(script, machine)
  // The sign-in that made it is not what it rests on.
  await laptop.ask('/v1/logout', { method: 'POST' })
  expect(rig.authority.authorization.circuit(token)).toMatchObject({ ok: true })
  await ada.ask(`/v1/devices/${laptop.device}`, { method: 'DELETE' })
  expect(rig.authority.authorization.circuit(token)).toMatchObject({ ok: false, code: 'device_revoked' })
  const refused = await script.ask('/v1/tokens', { body: { machines: [machine] } })
  expect(refused.code).toBe('device_not_found')
  const lone = await scriptOf(rig, ada, ['read', 'machines'])
  const none = await lone.ask('/v1/tokens', { body: { machines: [machine] } })
  expect([none.status, none.code]).toEqual([403, 'key_scope_missing'])
})

test('a key registers, renames and enrolls machines, and opens none of them to the outside', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const script = await scriptOf(rig, ada, ['machines'])
  const { machine } = await script.get(RegisteredMachine, '/v1/machines', { body: { label: 'ci' } })
  const change = (body: object) => script.ask(`/v1/machines/${machine.id}`, { method: 'PATCH', body })
  expect((await change({ label: 'ci-2' })).status).toBe(200)
  for (const body of [{ remoteChat: true }, { remoteChat: false }, { label: 'ci-3', remoteChat: true }]) {
    expect((await change(body)).code).toBe('key_scope_missing')
  }
  const codes = await script.ask(`/v1/machines/${machine.id}/enrollment-codes`, { method: 'POST' })
  expect(codes.status).toBe(201)
  expect((await script.ask(`/v1/machines/${machine.id}`, { method: 'DELETE' })).code).toBe(
    'key_scope_missing',
  )
  const [row] = JSON.parse((await ada.ask('/v1/machines')).text)
  expect(row).toMatchObject({ label: 'ci-2', remoteChat: false })
})

test('keys of one account share nothing with another’s: each acts as its holder', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.addUser('bob')
  const bob = await rig.signIn('bob')
  const mine = await enrolled(rig, ada, 'desk')
  const script = await scriptOf(rig, bob, [...API_KEY_SCOPES])
  expect((await script.ask('/v1/machines')).text).toBe('[]')
  const renamed = await script.ask(`/v1/machines/${mine}`, { method: 'PATCH', body: { label: 'x' } })
  expect(renamed.code).toBe('machine_not_found')
  const { tokens } = JSON.parse((await script.ask('/v1/tokens', { body: { machines: [mine] } })).text)
  expect(tokens).toMatchObject([{ error: { code: 'machine_not_found' } }])
  expect((await script.ask('/v1/devices', { body: newDevice() })).code).toBe('key_scope_missing')
})

test('a page of another site gets nowhere with a key it was given, and a script needs no Origin', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const script = await scriptOf(rig, ada, ['machines'])
  const add = (label: string, headers: Record<string, string | null>) =>
    script.ask('/v1/machines', { body: { label }, headers })
  expect((await add('a', { origin: 'https://evil.example' })).code).toBe('origin_refused')
  expect((await add('a', { 'sec-fetch-site': 'cross-site' })).code).toBe('origin_refused')
  expect((await add('a', { 'content-type': 'text/plain' })).code).toBe('invalid_request')
  expect((await add('a', { 'content-length': String(256 * 1024 + 1) })).code).toBe('body_too_large')
  expect((await add('a', { origin: null, 'sec-fetch-site': null })).status).toBe(201)
})
