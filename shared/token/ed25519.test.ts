import { describe, expect, test } from 'bun:test'
import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8 } from '../bytes.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { nobleSigner, strictVerifier } from './ed25519.ts'
import { nodeSigner, nodeVerifier } from './node-verifier.ts'

const random = seededRandom(7)
const secret = random(32)
const publicKey = ed25519.getPublicKey(secret)
const message = utf8('what was signed')
const verifiers = [
  { name: 'noble', verify: strictVerifier },
  { name: 'node', verify: nodeVerifier },
]

test('both signers give the same signature', () => {
  expect(nodeSigner(secret)(message)).toEqual(nobleSigner(secret)(message))
  expect(() => nodeSigner(secret.subarray(1))).toThrow(RangeError)
})

describe.each(verifiers)('the verifier of $name', ({ verify }) => {
  const signature = nobleSigner(secret)(message)

  test('takes a signature for its key and message', () => {
    expect(verify(publicKey, message, signature)).toBe(true)
  })

  test('takes it for no other', () => {
    expect(verify(ed25519.getPublicKey(random(32)), message, signature)).toBe(false)
    expect(verify(publicKey, utf8('what was not'), signature)).toBe(false)
    for (let at = 0; at < signature.length; at += 7) {
      const other = Uint8Array.from(signature)
      other[at] = (other[at] ?? 0) ^ 1
      expect(verify(publicKey, message, other)).toBe(false)
    }
  })

  test('says no, and throws nothing, to what is no key or no signature', () => {
    for (const length of [0, 31, 33, 64])
      expect(verify(new Uint8Array(length), message, signature)).toBe(false)
    for (const length of [0, 32, 63, 65])
      expect(verify(publicKey, message, new Uint8Array(length))).toBe(false)
    for (const byte of [2, 0x7f, 0xff])
      expect(verify(new Uint8Array(32).fill(byte), message, signature)).toBe(false)
  })

  test('takes no S above the order of the group (RFC 8032, section 5.1.7)', () => {
    const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n
    let s = order
    for (let at = 63; at >= 32; at--) s += BigInt(signature[at] ?? 0) << BigInt(8 * (at - 32))
    const malleable = Uint8Array.from(signature)
    for (let at = 32; at < 64; at++) malleable[at] = Number((s >> BigInt(8 * (at - 32))) & 255n)
    expect(verify(publicKey, message, malleable)).toBe(false)
  })

  test('takes no key of small order, whatever its sign, with signatures that would fit it', () => {
    for (const text of SMALL_ORDER) {
      for (const sign of [0, 0x80]) {
        const key = Uint8Array.fromHex(text)
        key[31] = (key[31] ?? 0) | sign
        for (const start of [0, 1]) {
          const empty = new Uint8Array(64)
          empty[0] = start
          for (const word of ['', 'a', 'b', 'c']) expect(verify(key, utf8(word), empty)).toBe(false)
        }
      }
    }
  })
})

const SMALL_ORDER = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]

test('the list of small orders is that of the curve', () => {
  const canonical = SMALL_ORDER.slice(0, 5)
  for (const text of canonical) expect(ed25519.Point.fromHex(text).isSmallOrder()).toBe(true)
})
