import { expect, test } from 'bun:test'
import { utf8 } from '../bytes.ts'
import type { ErrorCode, Result } from '../errors.ts'
import { toBase64url } from './base64url.ts'
import { type KeySigner, signJws } from './jws.ts'
import { nodeVerifier } from './node-verifier.ts'
import {
  acceptStatement,
  issueStatement,
  type KeyRing,
  newestKey,
  retire,
  rotate,
  STATEMENT_TYP,
} from './statement.ts'
import { capability, keyPair, NOW } from './testing/minted.ts'

const [a, b, c] = [keyPair(1), keyPair(2), keyPair(3)]
const OPTIONS = { issuer: 'iss_one', now: NOW }
const first: KeyRing = { number: 1, keys: [a.key] }
const second = rotate(first, b.key)
const third = retire(second, [a.key.kid])
const issue = (ring: KeyRing, signer: KeySigner): string => issueStatement(ring, OPTIONS, signer)
const accept = (token: string, held: KeyRing) => acceptStatement(token, held, 'iss_one', nodeVerifier)
const codeOf = (result: Result<unknown>): ErrorCode | 'ok' => (result.ok ? 'ok' : result.error.code)
const adopted = (ring: KeyRing) => ({ ok: true as const, value: { kind: 'adopted' as const, ring } })
const KNOWN = { ok: true, value: { kind: 'known' } } as const

test('a machine follows a rotation: the new key beside the old one, then alone', () => {
  expect(accept(issue(second, a.signer), first)).toEqual(adopted(second))
  expect(newestKey(second)).toEqual(b.key)
  expect(accept(issue(third, b.signer), second)).toEqual(adopted(third))
  expect(third).toEqual({ number: 3, keys: [b.key] })
})

test('a statement sent again is known, so that it is acknowledged again', () => {
  expect(accept(issue(second, a.signer), second)).toEqual(KNOWN)
  expect(acceptStatement(issue(third, b.signer), third, 'iss_one')).toEqual(KNOWN)
})

test('a number may be skipped, not repeated with other keys and not gone back to', () => {
  const skipped = { ...second, number: 9 }
  expect(accept(issue(skipped, a.signer), first)).toEqual(adopted(skipped))
  const other = { number: 2, keys: [a.key, c.key] }
  expect(codeOf(accept(issue(other, a.signer), second))).toBe('statement_stale')
  expect(codeOf(accept(issue(second, b.signer), { ...second, number: 3 }))).toBe('statement_stale')
})

test('only a key that is held adds one', () => {
  const own = rotate(first, c.key)
  expect(codeOf(accept(issue(own, c.signer), first))).toBe('wrong_kid')
  expect(codeOf(accept(issue(own, { ...c.signer, kid: a.key.kid }), first))).toBe('bad_signature')
  expect(codeOf(accept(issue(rotate(second, c.key), a.signer), third))).toBe('wrong_kid')
})

test('a statement of another authority, or another kind of token, is refused', () => {
  expect(codeOf(acceptStatement(issue(second, a.signer), first, 'iss_two', nodeVerifier))).toBe(
    'wrong_issuer',
  )
  expect(codeOf(accept(capability(), first))).toBe('wrong_typ')
})

test('a statement keeps the key that signs it', () => {
  expect(() => issue(third, a.signer)).toThrow(RangeError)
  const claims = { iss: 'iss_one', num: 2, keys: [toBase64url(b.key.publicKey)], iat: 1 }
  expect(codeOf(accept(signJws(STATEMENT_TYP, claims, a.signer), first))).toBe('token_malformed')
})

test('claims of another shape are refused', () => {
  const own = toBase64url(a.key.publicKey)
  const claims = { iss: 'iss_one', num: 2, keys: [own], iat: 1 }
  const many = Array.from({ length: 9 }, (_, seed) => toBase64url(keyPair(seed + 10).key.publicKey))
  for (const changes of [
    { num: 0 },
    { num: 1.5 },
    { num: '2' },
    { keys: [] },
    { keys: [own, own] },
    { keys: many },
    { keys: [own, `${'A'.repeat(42)}B`] },
    { keys: [own, 7] },
    { iat: undefined },
    { iss: undefined },
  ]) {
    const token = signJws(STATEMENT_TYP, { ...claims, ...changes }, a.signer)
    expect([changes, codeOf(accept(token, first))]).toEqual([changes, 'token_malformed'])
  }
  expect(codeOf(accept(signJws(STATEMENT_TYP, claims, a.signer), first))).toBe('ok')
})

test('a ring holds between one key and the bound', () => {
  expect(() => retire(first, [a.key.kid])).toThrow(RangeError)
  const full = Array.from({ length: 8 }, (_, seed) => keyPair(seed + 10).key)
  expect(() => rotate({ number: 1, keys: full }, a.key)).toThrow(RangeError)
  expect(rotate({ number: 1, keys: full }, a.key, [full[0]?.kid ?? '']).keys.length).toBe(8)
  expect(rotate(second, a.key).keys).toEqual([b.key, a.key])
  expect(() => newestKey({ number: 1, keys: [] })).toThrow(TypeError)
  expect(utf8(first.keys[0]?.kid ?? '').length).toBe(43)
})
