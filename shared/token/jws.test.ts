import { expect, test } from 'bun:test'
import { fromUtf8, utf8 } from '../bytes.ts'
import type { ErrorCode, Result } from '../errors.ts'
import { TOKEN_BYTES } from '../limits.ts'
import { fromBase64url, toBase64url } from './base64url.ts'
import { nobleSigner, strictVerifier } from './ed25519.ts'
import { compact, readJws, signJws, splitCompact, verifyJws } from './jws.ts'
import { nodeSigner, nodeVerifier } from './node-verifier.ts'
import { authority, keyPair } from './testing/minted.ts'

const TYP = 'test+jwt'
const { signer, key } = authority
const codeOf = (result: Result<unknown>): ErrorCode | 'ok' => (result.ok ? 'ok' : result.error.code)
const judged = (token: string) => codeOf(verifyJws(token, TYP, [key], nodeVerifier))
/** A token with any header and payload text, well signed. */
const raw = (header: string, payload = '{"a":1}'): string => compact(header, utf8(payload), signer.sign)
const header = (members: object): string => JSON.stringify(members)
const good = { alg: 'EdDSA', typ: TYP, kid: key.kid }

const RFC_8037 = {
  seed: fromBase64url('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A') ?? new Uint8Array(0),
  publicKey: fromBase64url('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo') ?? new Uint8Array(0),
  token:
    'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
}

test('the signature of RFC 8037, appendix A.4 comes out of both signers', () => {
  for (const sign of [nobleSigner(RFC_8037.seed), nodeSigner(RFC_8037.seed)]) {
    expect(compact('{"alg":"EdDSA"}', utf8('Example of Ed25519 signing'), sign)).toBe(RFC_8037.token)
  }
})

test('the signature of RFC 8037, appendix A.5 is taken by both verifiers, and by no strict reader', () => {
  const parts = splitCompact(RFC_8037.token)
  if (!parts) throw new TypeError('the token of the RFC did not split')
  expect(fromUtf8(parts.payload)).toBe('Example of Ed25519 signing')
  for (const verify of [strictVerifier, nodeVerifier]) {
    expect(verify(RFC_8037.publicKey, parts.signingInput, parts.signature)).toBe(true)
  }
  expect(codeOf(readJws(RFC_8037.token, TYP))).toBe('wrong_typ')
})

test('a signed token gives its payload, and which key signed it', () => {
  const token = signJws(TYP, { a: 1, text: 'é ☃ "\\' }, signer)
  for (const verify of [strictVerifier, nodeVerifier]) {
    const read = verifyJws(token, TYP, [keyPair(2).key, key], verify)
    expect(read).toEqual({ ok: true, value: { kid: key.kid, payload: { a: 1, text: 'é ☃ "\\' } } })
  }
})

test('the header has exactly its three members', () => {
  expect(judged(raw(header(good)))).toBe('ok')
  for (const more of ['jwk', 'jku', 'x5u', 'x5c', 'crit', 'cty', 'b64', '__proto__', 'zip']) {
    const text = header(good).replace('}', `,"${more}":"x"}`)
    expect(judged(raw(text))).toBe('token_malformed')
  }
})

test('each wrong header has its code', () => {
  const cases: [object, ErrorCode][] = [
    [{ ...good, alg: 'none' }, 'token_unsigned'],
    [{ ...good, alg: 'NoNe' }, 'token_unsigned'],
    [{ ...good, alg: 'HS256' }, 'wrong_alg'],
    [{ ...good, alg: 'Ed25519' }, 'wrong_alg'],
    [{ ...good, alg: ['EdDSA'] }, 'wrong_alg'],
    [{ typ: TYP, kid: key.kid }, 'wrong_alg'],
    [{ ...good, typ: 'JWT' }, 'wrong_typ'],
    [{ alg: 'EdDSA', kid: key.kid }, 'wrong_typ'],
    [{ ...good, kid: 'another' }, 'wrong_kid'],
    [{ ...good, kid: 7 }, 'wrong_kid'],
    [{ alg: 'EdDSA', typ: TYP }, 'wrong_kid'],
  ]
  for (const [members, code] of cases) expect(judged(raw(header(members)))).toBe(code)
})

test('a signature that is missing, short, long or of another key is refused', () => {
  const token = raw(header(good))
  const [head, body, signature = ''] = token.split('.')
  const bytes = fromBase64url(signature) ?? new Uint8Array(0)
  const other = compact(header(good), utf8('{"a":1}'), keyPair(2).signer.sign)
  expect(judged(`${head}.${body}.`)).toBe('token_unsigned')
  expect(judged(`${head}.${body}.${toBase64url(bytes.subarray(1))}`)).toBe('bad_signature')
  expect(judged(`${head}.${body}.${toBase64url(new Uint8Array(65))}`)).toBe('bad_signature')
  expect(judged(other)).toBe('bad_signature')
})

test('one text stands for one token', () => {
  const text = header(good)
  const [head, body, signature] = raw(text).split('.')
  const twice = text.replace('{', '{"typ":"JWT",')
  for (const token of [
    '',
    '.',
    '..',
    `${head}.${body}`,
    `${head}.${body}.${signature}.`,
    `${head}.${body}.${signature}=`,
    ` ${head}.${body}.${signature}`,
    `${head}.${body}.${signature}\n`,
    raw(twice),
    raw(text.replace(',', ', ')),
    raw(text, '{"a":1,"a":1}'),
    raw(text, '{"a":1.0}'),
    raw(text, '[1]'),
    raw(text, '"text"'),
    raw(text, 'null'),
    raw(text, '{"a":'),
    raw('[]'),
    raw('null'),
    `${head}.${toBase64url(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d))}.${signature}`,
    raw(`\ufeff${text}`),
  ]) {
    expect(judged(token)).toBe('token_malformed')
  }
})

test('a token past the bound is not read, and not made', () => {
  const padding = (bytes: number) => ({ a: 'x'.repeat(bytes) })
  expect(() => signJws(TYP, padding(TOKEN_BYTES), signer)).toThrow(RangeError)
  expect(judged(raw(header(good), JSON.stringify(padding(TOKEN_BYTES))))).toBe('token_malformed')
  expect(judged(signJws(TYP, padding(TOKEN_BYTES / 2), signer))).toBe('ok')
})
