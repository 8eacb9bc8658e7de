import { expect, test } from 'bun:test'
import { DAY_MS } from '../../shared/time.ts'
import { SignIns } from '../../shared/wire/account.ts'
import { createAuditStore } from '../audit/store.ts'
import { createRevocationStore } from '../revocations/store.ts'
import { type Client, capabilityFor, enrolled, newDevice, startRig } from '../testing/rig.ts'

const listed = async (client: Client) => (await client.get(SignIns, '/v1/sign-ins')).signIns

const currentOf = async (client: Client): Promise<string> => {
  const current = (await listed(client)).find((row) => row.current)
  if (!current) throw new Error('none is the current one')
  return current.id
}

test('somebody sees where they are signed in, from which device, and which of them this is', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.clock.advance(5)
  const phone = await rig.signIn('ada', { ...newDevice(), name: 'phone' })
  rig.addUser('bob')
  await rig.signIn('bob')
  expect((await listed(phone)).map(({ device, current }) => [device, current])).toEqual([
    ['laptop', false],
    ['phone', true],
  ])
  rig.db.run('UPDATE sign_ins SET device = NULL WHERE user = ?', [ada.user])
  expect((await listed(ada)).map(({ device, current }) => [device, current])).toEqual([
    [null, true],
    [null, false],
  ])
  await phone.ask('/v1/logout', { method: 'POST' })
  expect(await listed(ada)).toHaveLength(1)
  const { text } = await ada.ask('/v1/sign-ins')
  expect(text).not.toContain(ada.secret)
})

test('one that expired is not listed', async () => {
  await using rig = await startRig()
  await rig.firstAdmin()
  rig.clock.advance(31 * DAY_MS)
  const ada = await rig.signIn('ada')
  expect(await listed(ada)).toHaveLength(1)
})

test('ending one closes what it opened, tells its machines, and leaves the rest', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const machine = await enrolled(rig, ada, 'desk')
  const phone = await rig.signIn('ada')
  const tablet = await rig.signIn('ada')
  const sid = await currentOf(phone)
  const token = await capabilityFor(phone, machine)
  const ended = await ada.ask(`/v1/sign-ins/${sid}`, { method: 'DELETE' })
  expect(JSON.parse(ended.text)).toEqual({ ended: 1 })
  expect((await phone.ask('/v1/me')).code).toBe('session_revoked')
  expect(rig.authority.authorization.circuit(token)).toMatchObject({ ok: false, code: 'session_revoked' })
  expect(rig.relay.reauthorized.at(-1)).toEqual({ sub: ada.user, sid })
  expect(createRevocationStore(rig.db).of(machine)).toMatchObject([{ sid }])
  expect(
    createAuditStore(rig.db)
      .about(sid)
      .map(({ act }) => act),
  ).toEqual(['sign_in', 'sign_in_ended'])
  expect((await tablet.ask('/v1/me')).status).toBe(200)
  const again = await ada.ask(`/v1/sign-ins/${sid}`, { method: 'DELETE' })
  expect([again.status, again.code]).toEqual([404, 'sign_in_not_found'])
})

test('nobody ends another’s, whoever they are', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.addUser('bob')
  const bob = await rig.signIn('bob')
  const refused = await ada.ask(`/v1/sign-ins/${await currentOf(bob)}`, { method: 'DELETE' })
  expect(refused.code).toBe('sign_in_not_found')
  await ada.ask('/v1/sign-ins', { method: 'DELETE' })
  expect((await bob.ask('/v1/me')).status).toBe(200)
})

test('ending all others leaves the one that asks, and each that ended is written down once', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const others = [await rig.signIn('ada'), await rig.signIn('ada'), await rig.signIn('ada')]
  const end = async () => JSON.parse((await ada.ask('/v1/sign-ins', { method: 'DELETE' })).text)
  expect(await end()).toEqual({ ended: 3 })
  for (const other of others) expect((await other.ask('/v1/me')).code).toBe('session_revoked')
  expect(await listed(ada)).toHaveLength(1)
  expect(await end()).toEqual({ ended: 0 })
  const acts = rig.db.query(`SELECT DISTINCT subject FROM audit WHERE act = 'sign_in_ended'`).all()
  expect(acts).toHaveLength(3)
})

test('the one that asks may end itself', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  await ada.ask(`/v1/sign-ins/${await currentOf(ada)}`, { method: 'DELETE' })
  expect((await ada.ask('/v1/me')).code).toBe('session_revoked')
})

test('a retired device is the better reason than the sign-in that ended with it, and does not hide that a sign-in ended', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const phone = await rig.signIn('ada')
  await ada.ask(`/v1/devices/${phone.device}`, { method: 'DELETE' })
  expect((await phone.ask('/v1/me')).code).toBe('device_revoked')
  // A sign-in with a live device is ended all the same: the device's rows are not the sign-in's.
  const tablet = await rig.signIn('ada')
  await ada.ask(`/v1/sign-ins/${await currentOf(tablet)}`, { method: 'DELETE' })
  expect((await tablet.ask('/v1/me')).code).toBe('session_revoked')
})
