/** What a capability must be, judged by the daemon itself: the relay of these tests lets everything through. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { relayLimits } from '../../server/relay/limits.ts'
import { createRelay } from '../../server/relay/relay.ts'
import { utf8 } from '../../shared/bytes.ts'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { systemClock } from '../../shared/time.ts'
import { toBase64url } from '../../shared/token/base64url.ts'
import { compact, signJws } from '../../shared/token/jws.ts'
import { nodeVerifier } from '../../shared/token/node-verifier.ts'
import { signerOf, startAuthority, type TestAuthority } from '../testing/authority.ts'
import { type TestDevice, testDevice } from '../testing/device.ts'
import { type EnrolledMachine, enrolledMachine } from '../testing/enrolled-machine.ts'

const PAIRING = 'AAECAwQFBgcICQoLDA0ODw'

let authority: TestAuthority
let machine: EnrolledMachine
let device: TestDevice

beforeAll(async () => {
  authority = startAuthority((parts) => createRelay({ ...parts, limits: relayLimits, verify: nodeVerifier }))
  machine = await enrolledMachine(authority, { pairing: PAIRING })
  device = testDevice(authority)
  const first = await device.circuit({ pairing: PAIRING })
  first.close()
})
afterAll(async () => {
  await machine.end()
  await authority.stop()
}, 20_000)

const now = (): number => Math.floor(systemClock.now() / 1000)
const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const resigned = (typ: string, kid: string, claims: object = claimsOf(device.mint())): string =>
  signJws(typ, claims, { kid, sign: authority.signer.sign })
const unsigned = (): string => {
  const header = toBase64url(
    utf8(JSON.stringify({ alg: 'none', typ: 'fl-cap+jwt', kid: authority.signer.kid })),
  )
  return `${header}.${device.mint().split('.')[1]}.`
}

const cases: Record<string, { code: string; token(): string }> = {
  'bound to another device': {
    code: 'wrong_device',
    token: () => testDevice(authority, { seed: 2 }).mint(),
  },
  expired: {
    code: 'token_expired',
    token: () => device.mint({ iat: now() - 400, nbf: now() - 400, exp: now() - 100 }),
  },
  'not yet valid': {
    code: 'token_not_yet',
    token: () => device.mint({ iat: now() + 100, nbf: now() + 100, exp: now() + 400 }),
  },
  'living too long': { code: 'token_lifetime', token: () => device.mint({ exp: now() + 3600 }) },
  'for another machine': { code: 'wrong_audience', token: () => device.mint({ aud: 'm_other' }) },
  'of another issuer': { code: 'wrong_issuer', token: () => device.mint({ iss: 'i_other' }) },
  'of another kind': { code: 'wrong_typ', token: () => resigned('fl-keys+jwt', authority.signer.kid) },
  'signed by a key nobody here holds': {
    code: 'wrong_kid',
    token: () => resigned('fl-cap+jwt', signerOf(9).kid),
  },
  'signed by somebody else': {
    code: 'bad_signature',
    token: () =>
      signJws('fl-cap+jwt', claimsOf(device.mint()), { kid: authority.signer.kid, sign: signerOf(9).sign }),
  },
  unsigned: { code: 'token_unsigned', token: unsigned },
  truncated: { code: 'bad_signature', token: () => device.mint().slice(0, -6) },
  'cut to its first half': { code: 'token_malformed', token: () => device.mint().split('.')[0] ?? '' },
  'with a key of its own': {
    code: 'token_malformed',
    token: () =>
      compact(
        JSON.stringify({ alg: 'EdDSA', typ: 'fl-cap+jwt', kid: authority.signer.kid, jwk: {} }),
        utf8(JSON.stringify(claimsOf(device.mint()))),
        authority.signer.sign,
      ),
  },
  'bound to nothing': { code: 'unbound_capability', token: () => device.mint({ cnf: undefined }) },
  'bound in another way': { code: 'cnf_malformed', token: () => device.mint({ cnf: { kid: 'x' } }) },
}

test.each(Object.keys(cases))(
  'a capability %s is refused with its own code, before any route',
  async (name) => {
    const wanted = cases[name]
    expect(await device.open({ capability: wanted?.token() ?? '' })).toEqual({
      kind: 'refused',
      code: wanted?.code ?? '',
    })
  },
)

test('a capability other than the one that the relay was shown is refused', async () => {
  const capability = device.mint()
  const shown = device.mint({ exp: now() + 200 })
  expect(await device.open({ capability, shown })).toEqual({ kind: 'refused', code: 'capability_swapped' })
})

test('a clock that is wrong by an hour costs circuits, which say so, and not the tunnel', async () => {
  const late = fakeClock(systemClock.now() + 3_600_000)
  const clock = { now: late.now, after: systemClock.after }
  const other = startAuthority((parts) =>
    createRelay({ ...parts, limits: relayLimits, verify: nodeVerifier }),
  )
  const wrong = await enrolledMachine(other, { pairing: PAIRING, clock })
  expect(wrong.daemon.tunnelState().state).toBe('online')
  const opened = await testDevice(other).open({ pairing: PAIRING })
  expect(opened).toEqual({ kind: 'refused', code: 'token_expired' })
  await wrong.end()
  await other.stop()
}, 20_000)
