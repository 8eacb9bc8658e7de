import { expect, test } from 'bun:test'
import { createDeviceKeys } from './device-keys.ts'
import { memoryStore } from './keyed-store.ts'
import { createMachinePins } from './machine-pins.ts'

test('an account has one key here, whoever asks first and however often', async () => {
  const store = memoryStore()
  const keys = await createDeviceKeys(store, crypto.subtle)
  expect(await keys.of('ada')).toBeNull()
  const [one, two] = await Promise.all([keys.ensure('ada'), keys.ensure(' Ada')])
  expect(one?.publicKey).toBe(two?.publicKey ?? '')
  await keys.named('ada', 'd_1')
  const again = await (await createDeviceKeys(store, crypto.subtle)).of('ada')
  expect(again).toMatchObject({ publicKey: one?.publicKey ?? '', id: 'd_1' })
  expect((await keys.ensure('bob'))?.publicKey).not.toBe(one?.publicKey ?? '')
})

test('both halves agree on a secret, and the private one cannot be read', async () => {
  const store = memoryStore()
  const keys = await createDeviceKeys(store, crypto.subtle)
  const ada = await keys.ensure('ada')
  const bob = await keys.ensure('bob')
  if (!ada || !bob) throw new Error('no keys')
  expect(await ada.pair.dh(bob.pair.publicKey)).toEqual(await bob.pair.dh(ada.pair.publicKey))
  const [[, stored] = []] = await store.entries()
  const { keys: pair }: { keys: CryptoKeyPair } = Object(stored)
  expect(pair.privateKey.extractable).toBe(false)
})

test('without WebCrypto there is no key, and what lies there instead of one is not used', async () => {
  const none = await createDeviceKeys(memoryStore(), undefined)
  expect(none.supported).toBe(false)
  expect(await none.ensure('ada')).toBeNull()
  const store = memoryStore()
  await store.put('ada', { keys: { privateKey: 'x', publicKey: 'y' }, id: null })
  const keys = await createDeviceKeys(store, crypto.subtle)
  expect(await keys.of('ada')).toBeNull()
})

test('pins and pairing secrets of one account are not another’s', async () => {
  const stores = { pins: memoryStore(), pairings: memoryStore() }
  const ada = createMachinePins('u_ada', stores)
  const bob = createMachinePins('u_bob', stores)
  const pin = { machineKey: 'A'.repeat(43), signKey: null }
  await ada.pin('m_1', pin)
  expect(await ada.pinned('m_1')).toEqual(pin)
  await ada.keepPairing('m_1', 'AAECAwQFBgcICQoLDA0ODw')
  expect(await bob.pinned('m_1')).toBeNull()
  expect(await bob.pairing('m_1')).toBeNull()
  expect(await ada.pairing('m_1')).toEqual(Uint8Array.from({ length: 16 }, (_, n) => n))
  await ada.spendPairing('m_1')
  expect(await ada.pairing('m_1')).toBeNull()
  expect(await ada.keepPairing('m_1', 'short')).toBe(false)
})

test('a pin that an earlier version of the page stored is read as the machine key that it was', async () => {
  const stores = { pins: memoryStore(), pairings: memoryStore() }
  await stores.pins.put('u_ada/m_1', 'B'.repeat(43))
  await stores.pins.put('u_ada/m_2', { machineKey: 'damaged' })
  const pins = createMachinePins('u_ada', stores)
  expect(await pins.pinned('m_1')).toEqual({ machineKey: 'B'.repeat(43), signKey: null })
  expect(await pins.pinned('m_2')).toBeNull()
})
