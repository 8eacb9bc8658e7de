/** A machine that changes its keys, at a real authority, and the devices that pinned the old ones. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startAuthority } from '../../server/start.ts'
import { createCircuitFetch } from '../../shared/circuit/fetch.ts'
import { Value } from '../../shared/typebox.ts'
import { Rekeyed } from '../../shared/wire/machine.ts'
import { type BesideAuthority, besideAuthority, type PinnedDevice } from '../testing/beside-authority.ts'

let kit: BesideAuthority
let laptop: PinnedDevice
let phone: PinnedDevice

beforeAll(async () => {
  kit = await besideAuthority(startAuthority)
  laptop = await kit.device()
  phone = await kit.device()
})
afterAll(() => kit.end(), 20_000)

async function rekeyed(): Promise<Rekeyed> {
  const answer: unknown = await (await kit.local('POST', '/v1/enrollment/keys')).json()
  if (!Value.Check(Rekeyed, answer)) throw new TypeError(JSON.stringify(answer))
  await kit.daemon().tunnelUp()
  return answer
}

test('the sign key is learned in the first circuit', () => {
  expect(laptop.pin()?.signKey).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(laptop.pin()).toEqual(phone.pin())
})

test('the old circuits end, and a device follows to the new key by itself', async () => {
  const before = laptop.pin()
  const tried = await laptop.open()
  if (tried.is !== 'open') throw new TypeError(tried.is)
  const { key, number } = await rekeyed()
  expect(number).toBe(1)
  expect((await tried.endpoint.closed).code).toBeDefined()
  expect(await laptop.status()).toBe(200)
  expect(laptop.pin()).toMatchObject({ machineKey: key })
  expect(laptop.pin()?.signKey).not.toBe(before?.signKey)
})

test('a device that slept through several changes follows them all at once', async () => {
  await rekeyed()
  const { key } = await rekeyed()
  expect(await phone.status()).toBe(200)
  expect(phone.pin()?.machineKey).toBe(key)
})

test('a restart of the machine keeps the new keys', async () => {
  const key = phone.pin()?.machineKey
  await kit.sleep()
  await kit.wake()
  expect(await phone.status()).toBe(200)
  expect(phone.pin()?.machineKey).toBe(key)
})

test('a pin of before there were sign keys is filled in by the next circuit, and follows from then on', async () => {
  const now = phone.pin()
  phone.setPin(now && { ...now, signKey: null })
  expect(await phone.status()).toBe(200)
  expect(phone.pin()).toEqual(now)
})

test('a device whose pin nothing leads on from is shown both keys, and dials nobody', async () => {
  const old = phone.pin()
  phone.setPin(old && { ...old, signKey: null })
  const { key } = await rekeyed()
  const dials = phone.dialled.length
  expect(await phone.open()).toEqual({ is: 'key_changed', pinned: old?.machineKey ?? '', offered: key })
  expect(phone.dialled).toHaveLength(dials)
  expect(phone.pin()).toEqual(old && { ...old, signKey: null })
  // Its neighbour, which was told the sign key, goes on without noticing.
  expect(await laptop.status()).toBe(200)
})

test('enrolled anew with the same keys, devices go on; the count goes on too', async () => {
  const answer = await kit.ask('POST', `/v1/machines/${kit.machine}/enrollment-codes`)
  const code = Object(answer).code
  const enrolled = await kit.local('PUT', '/v1/enrollment', { origin: kit.authority.url, code })
  expect(enrolled.status).toBe(200)
  await kit.daemon().tunnelUp()
  expect(await laptop.status()).toBe(200)
  const { number } = await rekeyed()
  expect(number).toBeGreaterThan(4)
  expect(await laptop.status()).toBe(200)
})

test('only whoever stands at the machine changes its keys, or those it takes for its authority’s', async () => {
  const tried = await laptop.open()
  if (tried.is !== 'open') throw new TypeError(tried.is)
  const inCircuit = createCircuitFetch(async () => ({ ok: true, value: tried.endpoint }))
  for (const [method, path] of [
    ['POST', '/v1/enrollment/keys'],
    ['GET', '/v1/enrollment/signing-keys'],
    ['PUT', '/v1/enrollment/signing-keys'],
  ] as const) {
    const answer = await inCircuit(`http://machine${path}`, { method })
    expect([path, (await answer.json()).error.code]).toEqual([path, 'scope_missing'])
  }
  tried.endpoint.close({ code: 'cancelled', message: 'the test is done' })
})
