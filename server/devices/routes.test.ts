import { expect, test } from 'bun:test'
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts'
import { Type } from '../../shared/typebox.ts'
import { Device, SignedIn } from '../../shared/wire/identity.ts'
import { createRevocationStore } from '../revocations/store.ts'
import { capabilityFor, enrolled, newDevice, PASSWORD, readAs, startRig } from '../testing/rig.ts'

const Devices = Type.Array(Device)

test('a person sees their own devices and nobody else’s', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.addUser('bob')
  const bob = await rig.signIn('bob')
  const [own, ...others] = await ada.get(Devices, '/v1/devices')
  expect(own).toMatchObject({ id: ada.device, current: true, name: 'laptop' })
  expect(others).toEqual([])
  expect((await bob.ask('/v1/devices')).text).not.toContain(ada.device)
  const taken = await bob.ask(`/v1/devices/${ada.device}`, { method: 'DELETE' })
  expect(taken.code).toBe('device_not_found')
  expect((await ada.ask('/v1/me')).status).toBe(200)
})

test('a device comes with a password of the last ten minutes, never with a cookie alone', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.clock.advance(10 * MINUTE_MS)
  const offer = newDevice()
  const stale = await ada.ask('/v1/devices', { body: offer })
  expect([stale.status, stale.code]).toEqual([403, 'fresh_sign_in_required'])
  await ada.ask('/v1/fresh', { body: { password: PASSWORD } })
  const added = await ada.get(Device, '/v1/devices', { body: offer })
  expect(added).toMatchObject({ key: offer.key, current: true })
  const known = await ada.get(Devices, '/v1/devices')
  expect(known.map(({ id, current }) => [id, current]).sort()).toEqual(
    [
      [ada.device, false],
      [added.id, true],
    ].sort(),
  )
})

test('what was opened from the device before ends when a sign-in gets another', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const machine = await enrolled(rig, ada, 'desk')
  const old = await capabilityFor(ada, machine)
  await ada.ask('/v1/devices', { body: newDevice() })
  expect(rig.relay.reauthorized.at(-1)).toMatchObject({ sub: ada.user, dev: ada.device })
  expect(rig.authority.authorization.circuit(old)).toMatchObject({ ok: false, code: 'stale_capability' })
  expect(rig.authority.authorization.circuit(await capabilityFor(ada, machine)).ok).toBe(true)
})

test('retiring a device ends its sign-ins and tells every machine, and the others go on', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const phone = await rig.signIn('ada')
  const machine = await enrolled(rig, ada, 'desk')
  const retired = await ada.ask(`/v1/devices/${phone.device}`, { method: 'DELETE' })
  expect(retired.text).toBe(JSON.stringify({ retired: phone.device }))
  expect((await phone.ask('/v1/me')).code).toBe('device_revoked')
  expect((await ada.ask('/v1/me')).status).toBe(200)
  expect(rig.relay.reauthorized.at(-1)).toEqual({ sub: ada.user, dev: phone.device })
  expect(rig.relay.nudged.at(-1)).toBe(machine)
  expect(createRevocationStore(rig.db).of(machine)).toEqual([{ id: 1, dev: phone.device }])
  const again = await ada.ask(`/v1/devices/${phone.device}`, { method: 'DELETE' })
  expect(again.code).toBe('device_not_found')
})

test('a retired or foreign id offered at a sign-in is no error: the key decides which device it is', async () => {
  await using rig = await startRig()
  const offer = newDevice()
  const ada = await rig.firstAdmin()
  const first = await rig.signIn('ada', offer)
  expect((await rig.signIn('ada', { ...offer, id: first.device })).device).toBe(first.device)
  expect((await rig.signIn('ada', { ...offer, id: 'd_of_somebody_else' })).device).toBe(first.device)
  await ada.ask(`/v1/devices/${first.device}`, { method: 'DELETE' })
  const back = await rig.signIn('ada', { ...offer, id: first.device })
  expect(back.device).not.toBe(first.device)
  rig.addUser('bob')
  expect((await rig.signIn('bob', { ...newDevice(), id: ada.device })).device).not.toBe(ada.device)
})

test('the twenty-first device is refused, and a sign-in that brings it works without', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  for (let n = 1; n < 20; n++) expect((await ada.ask('/v1/devices', { body: newDevice() })).status).toBe(201)
  const over = await ada.ask('/v1/devices', { body: newDevice() })
  expect([over.status, over.code]).toEqual([409, 'device_limit'])
  const body = { name: 'ada', password: PASSWORD, device: newDevice() }
  expect(readAs(SignedIn, await rig.ask('/v1/login', { body })).device).toBe(null)
  // A month on all but the one in use have aged out.
  rig.clock.advance(20 * DAY_MS)
  await ada.ask('/v1/me')
  rig.clock.advance(11 * DAY_MS)
  expect(readAs(SignedIn, await rig.ask('/v1/login', { body })).device).not.toBe(null)
  expect(await ada.get(Devices, '/v1/devices')).toHaveLength(2)
})

test('an id of somebody else’s device binds nothing to it: what its owner retires is theirs alone', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.addUser('bob')
  const theirs = newDevice()
  const bob = await rig.signIn('bob', { ...theirs, id: ada.device })
  // Not even with its key: that is a device of this account then.
  const [row] = await ada.get(Devices, '/v1/devices')
  const copied = await rig.signIn('bob', { ...theirs, id: ada.device, key: row?.key ?? '' })
  expect(copied.device).not.toBe(ada.device)
  await ada.ask(`/v1/devices/${ada.device}`, { method: 'DELETE' })
  expect((await ada.ask('/v1/me')).code).toBe('device_revoked')
  expect((await bob.ask('/v1/me')).status).toBe(200)
  expect((await copied.ask('/v1/me')).status).toBe(200)
})

test('whoever holds one session pushes no device out by registering others: past the limit the new one is refused', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const phone = await rig.signIn('ada')
  let refused = 0
  for (let n = 0; n < 25; n++) {
    if ((await phone.ask('/v1/devices', { body: newDevice() })).code === 'device_limit') refused++
  }
  expect(refused).toBe(25 - 18)
  expect((await ada.ask('/v1/me')).status).toBe(200)
  const known = await ada.get(Devices, '/v1/devices')
  expect(known.map(({ id }) => id)).toContain(ada.device)
  expect(known).toHaveLength(20)
})

test('a retired device that is offered again with a password is a new one, and its client is not sent round in circles', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const offer = newDevice()
  const phone = await rig.signIn('ada', offer)
  await ada.ask(`/v1/devices/${phone.device}`, { method: 'DELETE' })
  for (let n = 0; n < 3; n++) {
    const again = await rig.signIn('ada', { ...offer, id: phone.device })
    expect(again.device).not.toBe(phone.device)
    expect((await again.ask('/v1/me')).status).toBe(200)
  }
  expect((await phone.ask('/v1/me')).code).toBe('device_revoked')
})

test('a sign-in whose device retired by age goes on without one', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.db.run('UPDATE devices SET retired_at = 1')
  expect((await ada.ask('/v1/me')).status).toBe(200)
  expect((await ada.ask('/v1/tokens', { body: { machines: ['m_1'] } })).code).toBe('device_not_found')
  expect((await ada.get(Device, '/v1/devices', { body: newDevice() })).current).toBe(true)
})
