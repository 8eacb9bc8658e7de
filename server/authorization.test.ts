import { expect, test } from 'bun:test'
import { MINUTE_MS, SECOND_MS } from '../shared/time.ts'
import { fromBase64url } from '../shared/token/base64url.ts'
import { CAPABILITY_TYP } from '../shared/token/claims.ts'
import { type KeySigner, readJws, signJws } from '../shared/token/jws.ts'
import { nodeSigner } from '../shared/token/node-verifier.ts'
import { createAuditStore } from './audit/store.ts'
import { capabilityFor, newKey, PASSWORD, type Rig } from './testing/rig.ts'
import { type Story, story } from './testing/story.ts'
import { createKeyStore } from './tokens/key-store.ts'

const judge = ({ rig, token }: Story) => {
  const judged = rig.authority.authorization.circuit(token)
  return judged.ok ? 'allowed' : judged.code
}

test('a capability names its subject, and when it ends', async () => {
  const told = await story()
  await using rig = told.rig
  expect(rig.authority.authorization.circuit(told.token)).toEqual({
    ok: true,
    value: {
      machine: told.desk,
      sub: told.ada.user,
      dev: told.ada.device,
      sid: expect.stringMatching(/^i_/),
      scopes: ['session:read', 'session:write'],
      expiresAt: rig.clock.now() + 300 * SECOND_MS,
    },
  })
})

/** Each change of one row, and the one code it has for the next circuit and for those that are open. */
const changes: [string, string, (told: Story) => unknown][] = [
  [
    'the account is disabled',
    'user_disabled',
    ({ rig, ada }) => sql(rig, `UPDATE users SET disabled_at = 1 WHERE id = '${ada.user}'`),
  ],
  [
    'the account is deleted',
    'user_disabled',
    ({ rig, ada }) => sql(rig, `DELETE FROM users WHERE id = '${ada.user}'`),
  ],
  [
    'the account is remembered as deleted',
    'user_deleted',
    ({ rig, ada }) => sql(rig, `UPDATE users SET deleted_at = 1 WHERE id = '${ada.user}'`),
  ],
  [
    'the password changed elsewhere',
    'session_revoked',
    async ({ rig }) => {
      const elsewhere = await rig.signIn('ada')
      await elsewhere.ask('/v1/password', { body: { current: PASSWORD, password: 'another long one' } })
    },
  ],
  [
    'ended from elsewhere',
    'session_revoked',
    async ({ rig }) => (await rig.signIn('ada')).ask('/v1/sign-ins', { method: 'DELETE' }),
  ],
  ['signed out', 'session_revoked', ({ ada }) => ada.ask('/v1/logout', { method: 'POST' })],
  ['the sign-in ran out', 'session_expired', ({ rig }) => sql(rig, 'UPDATE sign_ins SET expires_at = 1')],
  ['the sign-in is not there', 'session_revoked', ({ rig }) => sql(rig, 'DELETE FROM sign_ins')],
  [
    'ten more sign-ins',
    'session_revoked',
    async ({ rig }) => {
      for (let n = 0; n < 10; n++) await rig.signIn('ada')
    },
  ],
  [
    'the device is retired',
    'device_revoked',
    ({ ada }) => ada.ask(`/v1/devices/${ada.device}`, { method: 'DELETE' }),
  ],
  [
    'the sign-in has another device',
    'stale_capability',
    ({ ada }) => ada.ask('/v1/devices', { body: { key: newKey(), name: 'other', platform: 'test' } }),
  ],
  [
    'the machine is revoked',
    'machine_revoked',
    ({ bob, desk }) => bob.ask(`/v1/machines/${desk}`, { method: 'DELETE' }),
  ],
  [
    'its owner is disabled',
    'owner_disabled',
    ({ rig, bob }) => sql(rig, `UPDATE users SET disabled_at = 1 WHERE id = '${bob.user}'`),
  ],
  [
    'its owner may run none',
    'over_limit',
    ({ rig, bob }) => sql(rig, `UPDATE users SET machine_limit = 0 WHERE id = '${bob.user}'`),
  ],
  [
    'the limit for all is none',
    'over_limit',
    ({ rig }) => sql(rig, `INSERT INTO settings VALUES ('machine_limit', '0')`),
  ],
  [
    'the grant is gone',
    'grant_missing',
    ({ rig, ada }) => sql(rig, `DELETE FROM grants WHERE user = '${ada.user}'`),
  ],
  [
    'the grant is narrower',
    'stale_capability',
    ({ rig }) => sql(rig, `UPDATE grants SET scopes = 'session:read'`),
  ],
  [
    'remote chat is off',
    'stale_capability',
    ({ bob, desk }) => bob.ask(`/v1/machines/${desk}`, { method: 'PATCH', body: { remoteChat: false } }),
  ],
]

const sql = (rig: Rig, statement: string): unknown => rig.db.run(statement)

test.each(changes)('%s: %s', async (_, code, change) => {
  const told = await story()
  await using rig = told.rig
  const { authorization } = rig.authority
  const before = authorization.circuit(told.token)
  if (!before.ok) throw new Error(before.message)
  expect(authorization.stillHolds(before.value)).toBe(null)
  await change(told)
  expect(judge(told)).toBe(code)
  expect<string | null>(authorization.stillHolds(before.value)).toBe(code)
})

test('the device’s key changed under a capability: it is worth nothing to the new one', async () => {
  const told = await story()
  await using rig = told.rig
  rig.db.run('UPDATE devices SET key = ? WHERE id = ?', [newKey(), told.ada.device])
  expect(judge(told)).toBe('stale_capability')
})

test('a narrower capability goes on when only more than it needs was taken away', async () => {
  const told = await story()
  await using _rig = told.rig
  await told.bob.ask(`/v1/machines/${told.desk}`, { method: 'PATCH', body: { remoteChat: false } })
  const token = await capabilityFor(told.ada, told.desk)
  expect(judge({ ...told, token })).toBe('allowed')
  await told.bob.ask(`/v1/machines/${told.desk}`, { method: 'PATCH', body: { remoteChat: true } })
  expect(judge({ ...told, token })).toBe('allowed')
})

function forged(
  told: Story,
  change: (claims: Record<string, unknown>) => object,
  signer?: KeySigner,
  typ = CAPABILITY_TYP,
) {
  const read = readJws(told.token, CAPABILITY_TYP)
  if (!read.ok) throw read.error
  const [key] = createKeyStore(told.rig.db).keys()
  const own = {
    kid: key?.kid ?? '',
    sign: nodeSigner(fromBase64url(key?.privateKey ?? '') ?? new Uint8Array()),
  }
  return signJws(typ, change(read.value.payload), signer ?? own)
}

const stranger: KeySigner = { kid: 'stranger', sign: nodeSigner(new Uint8Array(32).fill(7)) }

const tokens: [string, string, (told: Story) => string][] = [
  [
    'of another authority',
    'wrong_issuer',
    (told) => forged(told, (claims) => ({ ...claims, iss: 'a_other' })),
  ],
  [
    'for a machine that is not there',
    'grant_missing',
    (told) => forged(told, (claims) => ({ ...claims, aud: 'm_other' })),
  ],
  ['of another person', 'user_disabled', (told) => forged(told, (claims) => ({ ...claims, sub: 'u_other' }))],
  [
    'of another person’s sign-in',
    'session_revoked',
    (told) => forged(told, (claims) => ({ ...claims, sub: told.bob.user })),
  ],
  [
    'of another device',
    'device_revoked',
    (told) => forged(told, (claims) => ({ ...claims, dev: told.bob.device })),
  ],
  [
    'wider than the grant',
    'stale_capability',
    (told) => forged(told, (claims) => ({ ...claims, scp: ['machine:admin'] })),
  ],
  ['without a device key', 'unbound_capability', (told) => forged(told, ({ cnf: _, ...claims }) => claims)],
  [
    'with a device key that is none',
    'cnf_malformed',
    (told) => forged(told, (claims) => ({ ...claims, cnf: { jkt: 'x' } })),
  ],
  ['of another kind', 'wrong_typ', (told) => forged(told, (claims) => claims, undefined, 'fl-keys+jwt')],
  ['signed with a strange key', 'wrong_kid', (told) => forged(told, (claims) => claims, stranger)],
  [
    'signed with a strange key under our name',
    'bad_signature',
    (told) =>
      forged(told, (claims) => claims, {
        ...stranger,
        kid: createKeyStore(told.rig.db).keys()[0]?.kid ?? '',
      }),
  ],
  [
    'that lives too long',
    'token_lifetime',
    (told) => forged(told, (claims) => ({ ...claims, exp: Number(claims.iat) + 301 })),
  ],
  ['that is cut short', 'bad_signature', (told) => told.token.slice(0, -2)],
  ['that lost a part', 'token_malformed', (told) => told.token.slice(told.token.indexOf('.') + 1)],
  ['without a signature', 'token_unsigned', (told) => told.token.slice(0, told.token.lastIndexOf('.') + 1)],
  ['that is nothing', 'token_malformed', () => ''],
]

test.each(tokens)('a capability %s is refused: %s', async (_, code, make) => {
  const told = await story()
  await using _rig = told.rig
  expect(judge({ ...told, token: make(told) })).toBe(code)
})

test('a capability holds five minutes and a minute of leeway, and not before its time', async () => {
  const told = await story()
  await using rig = told.rig
  rig.clock.advance(6 * MINUTE_MS - 1)
  expect(judge(told)).toBe('allowed')
  rig.clock.advance(1)
  expect(judge(told)).toBe('token_expired')
  const early = forged(told, (claims) => ({
    ...claims,
    iat: Number(claims.iat) + 600,
    nbf: Number(claims.iat) + 600,
    exp: Number(claims.exp) + 600,
  }))
  expect(judge({ ...told, token: early })).toBe('token_not_yet')
})

test('a tunnel is allowed to an enrolled machine whose owner may run it', async () => {
  const told = await story()
  await using rig = told.rig
  const { authorization } = rig.authority
  const codeOf = (machine: string) => {
    const judged = authorization.tunnel(machine)
    return judged.ok ? judged.value.signKey.length : judged.code
  }
  expect(codeOf(told.desk)).toBe(32)
  expect(codeOf('m_other')).toBe('unauthenticated')
  const bare = await told.bob.ask('/v1/machines', { body: { label: 'bare' } })
  expect(codeOf(JSON.parse(bare.text).machine.id)).toBe('unauthenticated')
  sql(rig, `UPDATE users SET machine_limit = 0 WHERE id = '${told.bob.user}'`)
  expect(codeOf(told.desk)).toBe('over_limit')
  sql(rig, `UPDATE users SET disabled_at = 1 WHERE id = '${told.bob.user}'`)
  expect(codeOf(told.desk)).toBe('owner_disabled')
})

test('who was seen and what it announced, and the circuits there were, are written down', async () => {
  const told = await story()
  await using rig = told.rig
  const { authorization } = rig.authority
  authorization.seen(told.desk, { version: '1.2.3', agents: ['demo 1'] })
  rig.clock.advance(5)
  authorization.seen(told.desk, null)
  const list = (await told.bob.ask('/v1/machines')).text
  expect(JSON.parse(list)).toMatchObject([{ version: '1.2.3', lastSeenAt: rig.clock.now() }])
  const judged = authorization.circuit(told.token)
  if (!judged.ok) throw new Error(judged.message)
  const row = authorization.circuitOpened(judged.value)
  authorization.circuitClosed(row, 'revoked', { up: 1, down: 2 })
  expect(createAuditStore(rig.db).circuitsOf(told.desk)).toMatchObject([
    { user: told.ada.user, device: told.ada.device, reason: 'revoked' },
  ])
})
