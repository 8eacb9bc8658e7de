/** Mutated tokens, from a fixed seed: none is taken, none makes the verifier throw. */
import { expect, test } from 'bun:test'
import { utf8 } from '../bytes.ts'
import { FUZZ_GROWTH_BYTES, grownBy } from '../testing/grown-by.ts'
import { type SeededRandom, seededRandom } from '../testing/seeded-random.ts'
import { inputs } from '../testing/suite-size.ts'
import { fromBase64url, toBase64url } from './base64url.ts'
import { strictVerifier, type Verifier } from './ed25519.ts'
import { splitCompact } from './jws.ts'
import { nodeVerifier } from './node-verifier.ts'
import { acceptStatement, issueStatement, rotate } from './statement.ts'
import { authority, capability, EXPECTED, keyPair, NOW } from './testing/minted.ts'
import { verifyCapability } from './verify.ts'

const ring = rotate({ number: 1, keys: [authority.key] }, keyPair(2).key)
const STATEMENT = issueStatement(ring, { issuer: EXPECTED.issuer, now: NOW }, authority.signer)
const CAPABILITY = capability()

/** A perfect verifier at no cost: it knows the only two things that were ever signed. It counts what it was asked. */
function ideal(): Verifier & { asked: number } {
  const genuine = [CAPABILITY, STATEMENT].flatMap((token) => splitCompact(token) ?? [])
  const verify = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean => {
    counted.asked++
    return genuine.some(
      (parts) =>
        same(publicKey, authority.key.publicKey) &&
        same(message, parts.signingInput) &&
        same(signature, parts.signature),
    )
  }
  const counted = Object.assign(verify, { asked: 0 })
  return counted
}

const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

const accepted = (token: string, verify: Verifier): boolean =>
  verifyCapability(token, [authority.key], EXPECTED, verify).ok ||
  acceptStatement(token, { number: 1, keys: [authority.key] }, EXPECTED.issuer, verify).ok

test('the tokens themselves are taken', () => {
  for (const verify of [ideal(), strictVerifier]) {
    expect([accepted(CAPABILITY, verify), accepted(STATEMENT, verify)]).toEqual([true, true])
  }
})

test('no mutated token is taken, and none throws', () => {
  const random = seededRandom(20_261_130)
  const verify = ideal()
  const many = inputs(20_000, 1_000_000)
  const taken: string[] = []
  const grown = grownBy(() => {
    for (let n = 0; n < many; n++) {
      const token = mutated(n % 2 === 0 ? CAPABILITY : STATEMENT, random)
      if (accepted(token, verify)) taken.push(token)
    }
  })
  expect(taken).toEqual([])
  expect(grown).toBeLessThan(FUZZ_GROWTH_BYTES)
  // Most die before the signature, but the fuzzer reaches it often enough to mean something.
  expect(verify.asked).toBeGreaterThan(many / 20)
}, 900_000)

test('no mutated token of 20 000 is taken by the verifier that daemon and relay use', () => {
  const random = seededRandom(43)
  const taken: string[] = []
  for (let n = 0; n < 20_000; n++) {
    const token = mutated(n % 2 === 0 ? CAPABILITY : STATEMENT, random)
    if (accepted(token, nodeVerifier)) taken.push(token)
  }
  expect(taken).toEqual([])
}, 60_000)

test('no mutated token is taken by the strict verifier', () => {
  const random = seededRandom(42)
  for (let n = 0; n < inputs(150, 20_000); n++)
    expect(accepted(mutated(CAPABILITY, random), strictVerifier)).toBe(false)
}, 300_000)

/** `token` after a few changes, and neither of the two that were signed. */
function mutated(token: string, random: SeededRandom): string {
  let text = token
  do {
    for (let left = 1 + random.int(3); left > 0; left--) text = changed(text, random)
  } while (text === CAPABILITY || text === STATEMENT)
  return text
}

const CHARS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n\0é'

function changed(text: string, random: SeededRandom): string {
  const at = random.int(text.length + 1)
  const char = CHARS[random.int(CHARS.length)] ?? ''
  switch (random.int(8)) {
    case 0:
      return text.slice(0, at) + char + text.slice(at + 1)
    case 1:
      return text.slice(0, at) + char + text.slice(at)
    case 2:
      return text.slice(0, at) + text.slice(at + 1)
    case 3:
      return text.slice(0, at)
    case 4:
      return text.slice(0, at) + text.slice(random.int(text.length + 1))
    case 5:
      return swappedParts(text, random)
    default:
      return changedPart(text, random)
  }
}

function swappedParts(text: string, random: SeededRandom): string {
  const parts = text.split('.')
  const other = (random.int(2) === 0 ? CAPABILITY : STATEMENT).split('.')
  parts[random.int(3)] = other[random.int(3)] ?? ''
  return parts.join('.')
}

/** Changes a byte, or a JSON word, inside one part and encodes it again: still good base64url. */
function changedPart(text: string, random: SeededRandom): string {
  const parts = text.split('.')
  const n = random.int(3)
  const bytes = fromBase64url(parts[n] ?? '')
  if (!bytes || bytes.length === 0) return text
  if (n < 2 && random.int(2) === 0) parts[n] = toBase64url(utf8(changedJson(bytes, random)))
  else {
    const at = random.int(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(8))
    parts[n] = toBase64url(bytes)
  }
  return parts.join('.')
}

const WORDS = ['null', '{}', '[]', '"none"', '1e999', '-1', '"\\u0000"', '{"jkt":"x"}', 'true', '99999999999']

function changedJson(bytes: Uint8Array, random: SeededRandom): string {
  const text = new TextDecoder().decode(bytes)
  const word = WORDS[random.int(WORDS.length)] ?? ''
  const values = [...text.matchAll(/:("[^"]*"|\d+|\[[^\]]*\]|\{[^}]*\})/g)]
  const value = values[random.int(Math.max(1, values.length))]
  if (!value) return text + word
  return text.slice(0, value.index + 1) + word + text.slice(value.index + value[0].length)
}
