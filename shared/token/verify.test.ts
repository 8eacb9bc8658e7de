import { expect, test } from 'bun:test'
import type { ErrorCode, Result } from '../errors.ts'
import { CAPABILITY_LIFE_MS, TOKEN_LEEWAY_MS, TOKEN_SKEW_MS } from '../limits.ts'
import { SECOND_MS } from '../time.ts'
import { issueCapability } from './issue.ts'
import { signJws } from './jws.ts'
import { nodeVerifier } from './node-verifier.ts'
import { authority, capability, capabilityWith, EXPECTED, GRANT, keyPair, NOW } from './testing/minted.ts'
import { thumbprint } from './thumbprint.ts'
import { verifyCapability } from './verify.ts'

const KEYS = [authority.key]
const judge = (token: string, expected = EXPECTED) => verifyCapability(token, KEYS, expected, nodeVerifier)
const codeOf = (result: Result<unknown>): ErrorCode | 'ok' => (result.ok ? 'ok' : result.error.code)
const detailOf = (result: Result<unknown>): unknown => (result.ok ? null : result.error.detail)
const IAT = NOW / SECOND_MS
const EXP = IAT + CAPABILITY_LIFE_MS / SECOND_MS

test('an issued capability says who may do what where, and with which key', () => {
  const expected = {
    iss: 'iss_one',
    aud: 'm_one',
    sub: 'u_one',
    dev: 'd_one',
    sid: 's_one',
    scp: ['session:read', 'session:write'] as ('session:read' | 'session:write')[],
    iat: IAT,
    nbf: IAT,
    exp: EXP,
    cnf: { jkt: thumbprint('X25519', GRANT.deviceKey) },
  }
  expect(judge(capability())).toEqual({ ok: true, value: expected })
  expect(verifyCapability(capability(), KEYS, EXPECTED)).toEqual({ ok: true, value: expected })
})

test('a claim of a later version is passed over', () => {
  const result = judge(capabilityWith({ later: { any: 'thing' } }))
  expect(result.ok && 'later' in result.value).toBe(false)
  expect(codeOf(result)).toBe('ok')
})

test('each refusal has its code', () => {
  const cases: [Record<string, unknown>, ErrorCode][] = [
    [{ iss: 'iss_two' }, 'wrong_issuer'],
    [{ aud: 'm_two' }, 'wrong_audience'],
    [{ aud: ['m_one'] }, 'token_malformed'],
    [{ exp: EXP + 1 }, 'token_lifetime'],
    [{ exp: IAT }, 'token_lifetime'],
    [{ exp: IAT - 1 }, 'token_lifetime'],
    [{ exp: IAT + 0.5 }, 'token_malformed'],
    [{ exp: String(EXP) }, 'token_malformed'],
    [{ exp: undefined }, 'token_malformed'],
    [{ iat: undefined }, 'token_malformed'],
    [{ nbf: undefined }, 'token_malformed'],
    [{ nbf: IAT + 61 }, 'token_not_yet'],
    [{ sub: '' }, 'token_malformed'],
    [{ dev: undefined }, 'token_malformed'],
    [{ sid: 'a b' }, 'token_malformed'],
    [{ scp: [] }, 'token_malformed'],
    [{ scp: ['session:read', 'session:read'] }, 'token_malformed'],
    [{ scp: ['root'] }, 'token_malformed'],
    [{ scp: 'session:read' }, 'token_malformed'],
    [{ fsh: 'yes' }, 'token_malformed'],
    [{ fsh: false }, 'token_malformed'],
    [{ cnf: undefined }, 'unbound_capability'],
    [{ cnf: null }, 'cnf_malformed'],
    [{ cnf: {} }, 'cnf_malformed'],
    [{ cnf: { jkt: '' } }, 'cnf_malformed'],
    [{ cnf: { jkt: `${'A'.repeat(42)}B` } }, 'cnf_malformed'],
    [{ cnf: { jkt: thumbprint('X25519', GRANT.deviceKey), jwk: {} } }, 'cnf_malformed'],
  ]
  for (const [changes, code] of cases)
    expect([changes, codeOf(judge(capabilityWith(changes)))]).toEqual([changes, code])
})

test('another kind of token, or a key that is not held, is refused', () => {
  expect(codeOf(judge(signJws('fl-keys+jwt', {}, authority.signer)))).toBe('wrong_typ')
  expect(codeOf(judge(issueCapability(GRANT, keyPair(2).signer)))).toBe('wrong_kid')
  const forged = { kid: authority.key.kid, sign: keyPair(2).signer.sign }
  expect(codeOf(judge(issueCapability(GRANT, forged)))).toBe('bad_signature')
})

test('the signature is judged before the claims, the issuer before the audience, the time before the binding', () => {
  const wrong = { iss: 'x', aud: 'x', exp: IAT - 1, cnf: undefined }
  const token = capabilityWith(wrong)
  expect(
    codeOf(verifyCapability(token, [{ ...authority.key, publicKey: keyPair(2).key.publicKey }], EXPECTED)),
  ).toBe('bad_signature')
  expect(codeOf(judge(token))).toBe('wrong_issuer')
  expect(codeOf(judge(token, { ...EXPECTED, issuer: 'x' }))).toBe('wrong_audience')
  expect(codeOf(judge(token, { ...EXPECTED, issuer: 'x', audience: 'x' }))).toBe('token_lifetime')
})

test('clocks may differ by the leeway, at both ends', () => {
  const at = (now: number) => codeOf(judge(capability(), { ...EXPECTED, now }))
  const end = EXP * SECOND_MS
  expect(at(end + TOKEN_LEEWAY_MS - 1)).toBe('ok')
  expect(at(end + TOKEN_LEEWAY_MS)).toBe('token_expired')
  expect(at(NOW - TOKEN_LEEWAY_MS)).toBe('ok')
  expect(at(NOW - TOKEN_LEEWAY_MS - 1)).toBe('token_not_yet')
})

test('a refusal for the time names the skew while it may be a clock that is wrong', () => {
  const at = (now: number) => detailOf(judge(capability(), { ...EXPECTED, now }))
  const end = EXP * SECOND_MS
  expect(at(end + 90 * SECOND_MS)).toEqual({ skewSeconds: 90 })
  expect(at(end + TOKEN_SKEW_MS)).toEqual({ skewSeconds: 300 })
  expect(at(end + TOKEN_SKEW_MS + 1)).toBeUndefined()
  expect(at(NOW - 90 * SECOND_MS)).toEqual({ skewSeconds: -90 })
  expect(at(NOW - TOKEN_SKEW_MS)).toEqual({ skewSeconds: -300 })
  expect(at(NOW - TOKEN_SKEW_MS - 1)).toBeUndefined()
})

test('a capability says that the password was just given, or nothing of it', () => {
  const claimsOf = (token: string): unknown => {
    const judged = judge(token)
    return judged.ok ? judged.value : judged.error.code
  }
  expect(claimsOf(issueCapability(GRANT, authority.signer))).not.toHaveProperty('fsh')
  expect(claimsOf(issueCapability({ ...GRANT, fresh: true }, authority.signer))).toMatchObject({ fsh: true })
})
