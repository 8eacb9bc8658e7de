import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { fromBase64url } from './base64url.ts'
import { thumbprint } from './thumbprint.ts'

test('the key of RFC 8037, appendix A.2 has the thumbprint of appendix A.3', () => {
  const key = fromBase64url('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo') ?? new Uint8Array(0)
  expect(thumbprint('Ed25519', key)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
})

test('an X25519 thumbprint hashes crv, kty and x in this order (RFC 7638, section 3)', () => {
  const x = '3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08'
  const members = { crv: 'X25519', kty: 'OKP', x }
  const expected = createHash('sha256').update(JSON.stringify(members)).digest('base64url')
  expect(thumbprint('X25519', fromBase64url(x) ?? new Uint8Array(0))).toBe(expected)
})

test('only a whole key has a thumbprint', () => {
  expect(() => thumbprint('X25519', new Uint8Array(31))).toThrow(RangeError)
})
