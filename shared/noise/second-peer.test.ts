/**
 * A second peer, written from the specification alone, with node:crypto and nothing of this folder: can it talk to ours
 * in both roles? It shares no line with the code under test, so both would have to be wrong in the same way.
 */
import { expect, test } from 'bun:test'
import crypto from 'node:crypto'
import { utf8 } from '../bytes.ts'
import { initiate, respond } from './handshake.ts'
import { hex, must, open, PROLOGUE, suites } from './testing/circuit-ends.ts'
import type { Transport } from './transport.ts'

const sha256 = (...parts: Uint8Array[]): Buffer =>
  crypto.createHash('sha256').update(Buffer.concat(parts)).digest()
const rawKey = (key: crypto.KeyObject): Buffer =>
  Buffer.from(String(key.export({ format: 'jwk' }).x), 'base64url')
const dh = (pair: { privateKey: crypto.KeyObject }, remote: Uint8Array): Buffer => {
  const x = Buffer.from(remote).toString('base64url')
  const publicKey = crypto.createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' })
  return crypto.diffieHellman({ privateKey: pair.privateKey, publicKey })
}

/** One key and its counter. */
class Cipher {
  n = 0
  k: Uint8Array
  constructor(k: Uint8Array) {
    this.k = k
  }
  iv(counter: bigint): Buffer {
    const iv = Buffer.alloc(12)
    iv.writeBigUInt64BE(counter, 4)
    return iv
  }
  encrypt(ad: Uint8Array, plaintext: Uint8Array, counter = BigInt(this.n++)): Buffer {
    const gcm = crypto.createCipheriv('aes-256-gcm', this.k, this.iv(counter), { authTagLength: 16 })
    gcm.setAAD(ad)
    return Buffer.concat([gcm.update(plaintext), gcm.final(), gcm.getAuthTag()])
  }
  decrypt(ad: Uint8Array, sealed: Uint8Array): Buffer {
    const gcm = crypto.createDecipheriv('aes-256-gcm', this.k, this.iv(BigInt(this.n++)), {
      authTagLength: 16,
    })
    gcm.setAAD(ad)
    gcm.setAuthTag(sealed.subarray(sealed.length - 16))
    return Buffer.concat([gcm.update(sealed.subarray(0, sealed.length - 16)), gcm.final()])
  }
  rekey(): void {
    this.k = this.encrypt(Buffer.alloc(0), Buffer.alloc(32), 2n ** 64n - 1n).subarray(0, 32)
  }
}

class Peer {
  ck: Uint8Array = Buffer.concat([utf8('Noise_IK_25519_AESGCM_SHA256'), Buffer.alloc(4)])
  h: Uint8Array = Buffer.from(this.ck)
  cipher: Cipher | null = null
  s = crypto.generateKeyPairSync('x25519')
  e = crypto.generateKeyPairSync('x25519')

  get key(): Buffer {
    return rawKey(this.s.publicKey)
  }
  mix(data: Uint8Array): void {
    this.h = sha256(this.h, data)
  }
  /** RFC 5869 with the chaining key as salt and no info is the specification's HKDF. */
  expand(secret: Uint8Array): [Buffer, Buffer] {
    const both = Buffer.from(crypto.hkdfSync('sha256', secret, this.ck, Buffer.alloc(0), 64))
    return [both.subarray(0, 32), both.subarray(32)]
  }
  mixKey(secret: Buffer): void {
    const [ck, k] = this.expand(secret)
    this.ck = ck
    this.cipher = new Cipher(k)
  }
  seal(plaintext: Uint8Array): Buffer {
    const sealed = this.cipher?.encrypt(this.h, plaintext) ?? Buffer.alloc(0)
    this.mix(sealed)
    return sealed
  }
  open(sealed: Uint8Array): Buffer {
    const plaintext = this.cipher?.decrypt(this.h, sealed) ?? Buffer.alloc(0)
    this.mix(sealed)
    return plaintext
  }
  split(): [Cipher, Cipher] {
    const [one, two] = this.expand(Buffer.alloc(0))
    return [new Cipher(one), new Cipher(two)]
  }

  writeFirst(prologue: Uint8Array, rs: Uint8Array): Buffer {
    for (const data of [prologue, rs, rawKey(this.e.publicKey)]) this.mix(data)
    this.mixKey(dh(this.e, rs))
    const s = this.seal(this.key)
    this.mixKey(dh(this.s, rs))
    return Buffer.concat([rawKey(this.e.publicKey), s, this.seal(utf8('hello'))])
  }
  readSecond(message: Uint8Array): Buffer {
    const re = message.subarray(0, 32)
    this.mix(re)
    this.mixKey(dh(this.e, re))
    this.mixKey(dh(this.s, re))
    return this.open(message.subarray(32))
  }
  readFirst(prologue: Uint8Array, message: Uint8Array): { rs: Buffer; re: Uint8Array; payload: Buffer } {
    const re = message.subarray(0, 32)
    for (const data of [prologue, this.key, re]) this.mix(data)
    this.mixKey(dh(this.s, re))
    const rs = this.open(message.subarray(32, 80))
    this.mixKey(dh(this.s, rs))
    return { rs, re, payload: this.open(message.subarray(80)) }
  }
  writeSecond(rs: Uint8Array, re: Uint8Array): Buffer {
    this.mix(rawKey(this.e.publicKey))
    this.mixKey(dh(this.e, re))
    this.mixKey(dh(this.e, rs))
    return Buffer.concat([rawKey(this.e.publicKey), this.seal(utf8('hello back'))])
  }
}

const NO_AD = Buffer.alloc(0)
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

test.each([...suites])('a second peer answers our device on $name', async ({ suite }) => {
  const peer = new Peer()
  const staticKey = await suite.generateKeyPair()
  const options = { suite, staticKey, prologue: PROLOGUE, remoteKey: peer.key }
  const begun = must(await initiate(options, utf8('our payload')))
  const { rs, re, payload } = peer.readFirst(PROLOGUE, begun.message)
  expect(text(payload)).toBe('our payload')
  expect(hex(rs)).toBe(hex(staticKey.publicKey))
  const finished = must(await begun.finish(peer.writeSecond(rs, re)))
  expect(text(finished.payload)).toBe('hello back')
  expect(hex(finished.transport.handshakeHash)).toBe(hex(peer.h))
  const [receiving, sending] = peer.split()
  await talk(finished.transport, sending, receiving)
})

test.each([...suites])('a second peer is answered by our machine on $name', async ({ suite }) => {
  const peer = new Peer()
  const staticKey = await suite.generateKeyPair()
  const message = peer.writeFirst(PROLOGUE, staticKey.publicKey)
  const heard = must(await respond({ suite, staticKey, prologue: PROLOGUE }, message))
  expect(text(heard.payload)).toBe('hello')
  expect(hex(heard.remoteKey)).toBe(hex(peer.key))
  const answered = must(await heard.answer(utf8('our answer')))
  expect(text(peer.readSecond(answered.message))).toBe('our answer')
  expect(hex(answered.transport.handshakeHash)).toBe(hex(peer.h))
  const [sending, receiving] = peer.split()
  await talk(answered.transport, sending, receiving)
})

/** Both ways, over a rekey of each direction. */
async function talk(ours: Transport, sending: Cipher, receiving: Cipher): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const size of [0, 1, 1000]) {
      const plaintext = crypto.randomBytes(size)
      expect(hex(must(await open(ours, sending.encrypt(NO_AD, plaintext))))).toBe(hex(plaintext))
      expect(hex(receiving.decrypt(NO_AD, must(await ours.seal(plaintext))))).toBe(hex(plaintext))
    }
    sending.rekey()
    receiving.rekey()
    must(await ours.rekeySeal())
    must(await ours.rekeyOpen())
  }
}
