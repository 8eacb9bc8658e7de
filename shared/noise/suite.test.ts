import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { utf8 } from '../bytes.ts'
import { rejection } from '../testing/rejection.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { nobleKeyPair } from './key-pair.ts'
import { nodeKeyPair } from './node-suite.ts'
import { aesGcmNonce, MAX_NONCE } from './suite.ts'
import { hex, nodeEnd, suites, unhex } from './testing/circuit-ends.ts'
import { generateWebKeys, webKeyPair } from './web-key-pair.ts'

const key = (): Uint8Array => seededRandom(1)(32)

describe.each([...suites])('the suite $name', ({ suite }) => {
  test('seals what every other suite opens', async () => {
    for (const other of suites) {
      for (const size of [0, 1, 200, 5000]) {
        const plaintext = seededRandom(size)(size)
        const ad = utf8('bound to this')
        const sealed = await suite.aead(key()).seal(258n, ad, plaintext)
        expect(hex((await other.suite.aead(key()).open(258n, ad, sealed)) ?? unhex(''))).toBe(hex(plaintext))
      }
    }
  })

  test('opens nothing with another nonce, key or associated data', async () => {
    const sealed = await suite.aead(key()).seal(1n, utf8('ad'), utf8('text'))
    expect(await suite.aead(key()).open(2n, utf8('ad'), sealed)).toBeNull()
    expect(await suite.aead(key()).open(1n, utf8('da'), sealed)).toBeNull()
    expect(await suite.aead(seededRandom(2)(32)).open(1n, utf8('ad'), sealed)).toBeNull()
  })

  test('takes no shortened tag', async () => {
    const aead = suite.aead(key())
    const sealed = await aead.seal(1n, utf8(''), utf8('text'))
    for (let length = 0; length < sealed.length; length++) {
      expect(await aead.open(1n, utf8(''), sealed.subarray(0, length))).toBeNull()
    }
  })

  test('keeps a copy of the key, and nothing after it was wiped', async () => {
    const given = key()
    const aead = suite.aead(given)
    given.fill(0)
    const sealed = await aead.seal(0n, utf8(''), utf8('text'))
    expect(await suite.aead(key()).open(0n, utf8(''), sealed)).not.toBeNull()
    aead.wipe()
    expect(await rejection((async () => aead.seal(1n, utf8(''), utf8('text')))())).toBeInstanceOf(TypeError)
    expect(await rejection((async () => aead.open(0n, utf8(''), sealed))())).toBeInstanceOf(TypeError)
  })

  test('makes a new key pair each time, and agrees on a secret with every other', async () => {
    const own = await suite.generateKeyPair()
    expect(hex((await suite.generateKeyPair()).publicKey)).not.toBe(hex(own.publicKey))
    for (const other of suites) {
      const peer = await other.suite.generateKeyPair()
      const secret = await own.dh(peer.publicKey)
      expect(secret?.length).toBe(32)
      expect(hex((await peer.dh(own.publicKey)) ?? unhex(''))).toBe(hex(secret ?? unhex('00')))
    }
  })

  test('agrees on nothing with a key of low order or of another length, nor after it was wiped', async () => {
    const pair = await suite.generateKeyPair()
    expect(await pair.dh(new Uint8Array(32))).toBeNull()
    expect(await pair.dh(Uint8Array.of(1, ...new Uint8Array(31)))).toBeNull()
    for (const length of [0, 31, 33, 64]) expect(await pair.dh(new Uint8Array(length).fill(9))).toBeNull()
    pair.wipe()
    expect(await rejection((async () => pair.dh(nodePublic()))())).toBeInstanceOf(TypeError)
  })
})

test('key pairs of both kinds agree with RFC 7748, section 6.1', async () => {
  const alicePublic = '8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a'
  const bobPublic = 'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f'
  for (const keyPair of [nodeKeyPair, nobleKeyPair]) {
    const alice = keyPair(unhex('77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a'))
    const bob = keyPair(unhex('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb'))
    expect(hex(alice.publicKey)).toBe(alicePublic)
    expect(hex(bob.publicKey)).toBe(bobPublic)
    for (const secret of [await alice.dh(bob.publicKey), await bob.dh(alice.publicKey)]) {
      expect(hex(secret ?? unhex(''))).toBe(
        '4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742',
      )
    }
  }
})

test('a secret of another length is a mistake of the caller', () => {
  for (const keyPair of [nodeKeyPair, nobleKeyPair])
    expect(() => keyPair(new Uint8Array(31))).toThrow(RangeError)
  expect(() => nodeEnd.suite.aead(new Uint8Array(16))).toThrow(RangeError)
})

test('wiping a key pair in plain JavaScript zeroes its secret', () => {
  const secret = key()
  nobleKeyPair(secret).wipe()
  expect(hex(secret)).toBe('00'.repeat(32))
})

test("a browser's private key cannot be read, as stored or in use", async () => {
  const keys = await generateWebKeys(crypto.subtle)
  expect(keys.privateKey.extractable).toBe(false)
  for (const format of ['jwk', 'pkcs8'] as const) {
    await rejection((async () => crypto.subtle.exportKey(format, keys.privateKey))())
  }
  const pair = await webKeyPair(crypto.subtle, structuredClone(keys))
  const peer = nodeKeyPair(seededRandom(3)(32))
  expect(hex((await pair.dh(peer.publicKey)) ?? unhex(''))).toBe(
    hex((await peer.dh(pair.publicKey)) ?? unhex('00')),
  )
})

test('bytes in shared memory are taken too', async () => {
  const shared = new Uint8Array(new SharedArrayBuffer(32))
  shared.set(key())
  for (const { suite } of suites) {
    const sealed = await suite.aead(shared).seal(0n, utf8(''), shared)
    expect(hex((await suite.aead(key()).open(0n, utf8(''), sealed)) ?? unhex(''))).toBe(hex(shared))
  }
})

test('a nonce is four zero bytes and the counter, big-endian', () => {
  expect(hex(aesGcmNonce(0x0102_0304_0506_0708n))).toBe('000000000102030405060708')
  expect(hex(aesGcmNonce(MAX_NONCE))).toBe('00000000ffffffffffffffff')
})

test('a bundle for browsers holds nothing of node:crypto', async () => {
  const built = await Bun.build({
    entrypoints: ['web-suite.ts', 'handshake.ts', 'pairing.ts', 'fingerprint.ts'].map((name) =>
      join(import.meta.dir, name),
    ),
    target: 'browser',
  })
  expect(built.success).toBe(true)
  for (const output of built.outputs) {
    const text = await output.text()
    for (const word of ['node:', 'createCipheriv', 'diffieHellman(']) expect(text).not.toContain(word)
  }
})

const nodePublic = (): Uint8Array => nodeKeyPair(seededRandom(4)(32)).publicKey
