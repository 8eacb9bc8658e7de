import { expect, test } from 'bun:test'
import { ed25519 } from '@noble/curves/ed25519.js'
import { toBase64url } from '../../shared/token/base64url.ts'
import { signJws } from '../../shared/token/jws.ts'
import { issueStatement, type KeyRing, rotate, signingKey } from '../../shared/token/statement.ts'
import { signerOf } from '../testing/authority.ts'
import { accept, ringOf, since } from './trusted-keys.ts'

const key = (n: number) => signingKey(ed25519.getPublicKey(new Uint8Array(32).fill(n)))
const first: KeyRing = { number: 1, keys: [key(1)] }
const second = rotate(first, key(2))
const said = (ring: KeyRing, by: number, issuer = 'i_1'): string =>
  issueStatement(ring, { issuer, now: 0 }, signerOf(by))

/** A statement by a key that it does not even name. */
function forged(ring: KeyRing, by: number): string {
  const keys = ring.keys.map(({ publicKey }) => toBase64url(publicKey))
  return signJws('fl-keys+jwt', { iss: 'i_1', num: ring.number, keys, iat: 0 }, signerOf(by))
}

test('the first statement is signed by a key of its own, each later one by a key held before', () => {
  const ring = ringOf([said(first, 1), said(second, 1)], 'i_1')
  expect(ring.ok && ring.value.number).toBe(2)
  expect(ring.ok && ring.value.keys.map(({ kid }) => kid)).toEqual([key(1).kid, key(2).kid])
})

test.each([
  ['no statement', []],
  ['nonsense', ['x']],
  ['a first one signed by somebody else', [forged(first, 9)]],
  ['a later one signed by somebody else', [said(first, 1), forged(second, 9)]],
  ['one of another authority', [said(first, 1, 'i_2')]],
])('%s is not trusted', (_, statements) => {
  expect(ringOf(statements, 'i_1').ok).toBe(false)
})

test('an old statement cannot bring back a retired key', () => {
  const third: KeyRing = { number: 3, keys: [key(2)] }
  const held = ringOf([said(first, 1), said(second, 1), said(third, 2)], 'i_1')
  if (!held.ok) throw held.error
  expect(accept(said(second, 2), held.value, 'i_1')).toMatchObject({ error: { code: 'statement_stale' } })
  expect(accept(said({ number: 4, keys: [key(1)] }, 1), held.value, 'i_1')).toMatchObject({
    error: { code: 'wrong_kid' },
  })
})

test('from a key on the older ones are nobody’s; one that is not named any more is older than all', () => {
  const ring: KeyRing = { number: 3, keys: [key(1), key(2), key(3)] }
  const kids = (kid: string | null): string[] => since(ring, kid).keys.map((one) => one.kid)
  expect(kids(key(2).kid)).toEqual([key(2).kid, key(3).kid])
  expect(kids(key(3).kid)).toEqual([key(3).kid])
  expect(kids(null)).toHaveLength(3)
  expect(kids(key(9).kid)).toHaveLength(3)
  expect(since(ring, key(3).kid).number).toBe(3)
})
