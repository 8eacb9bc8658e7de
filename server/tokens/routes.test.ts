import { expect, test } from 'bun:test'
import { CAPABILITY_TYP } from '../../shared/token/claims.ts'
import { readJws } from '../../shared/token/jws.ts'
import { acceptStatement, type KeyRing, newestKey, signingKey } from '../../shared/token/statement.ts'
import { verifyCapability } from '../../shared/token/verify.ts'
import { Tokens } from '../../shared/wire/machine.ts'
import { authorityLimits } from '../limits.ts'
import {
  capabilityFor,
  enrolled,
  PASSWORD,
  type Rig,
  readAs,
  scriptOf,
  share,
  startRig,
} from '../testing/rig.ts'
import { createKeyStore } from './key-store.ts'
import { publicKeyBytes } from './public-key.ts'

/** What a machine holds that accepted these statements in turn, beginning from the first key. */
function ringOf(rig: Rig, statements: readonly string[]): KeyRing {
  const first = publicKeyBytes(createKeyStore(rig.db).keys()[0]?.publicKey ?? '')
  if (!first) throw new Error('no first key')
  return statements.reduce<KeyRing>(
    (ring, jws) => {
      const accepted = acceptStatement(jws, ring, rig.authority.issuer)
      if (!accepted.ok) throw accepted.error
      return accepted.value.kind === 'adopted' ? accepted.value.ring : ring
    },
    { number: 0, keys: [signingKey(first)] },
  )
}

test('each machine asked for gets its own answer, in order: a capability, or why there is none', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  rig.addUser('bob')
  const bob = await rig.signIn('bob')
  const desk = await enrolled(rig, ada, 'desk')
  const secret = await enrolled(rig, bob, 'secret')
  const shared = await enrolled(rig, bob, 'shared', true)
  share(rig, shared, ada.user, ['session:read', 'session:write'])
  const bare = JSON.parse((await ada.ask('/v1/machines', { body: { label: 'bare' } })).text).machine.id
  const machines = [secret, desk, 'm_none', bare, shared]
  const answer = await ada.get(Tokens, '/v1/tokens', { body: { machines } })
  expect(answer.issuer).toBe(rig.authority.issuer)
  const told = answer.tokens.map((token) => ('error' in token ? token.error.code : token.scopes.join(' ')))
  expect(answer.tokens.map(({ machine }) => machine)).toEqual(machines)
  expect(told).toEqual([
    'machine_not_found',
    'session:read',
    'machine_not_found',
    'not_enrolled',
    'session:read session:write',
  ])
  rig.db.run('UPDATE users SET disabled_at = 1 WHERE name = ?', ['bob'])
  const [refused] = (await ada.get(Tokens, '/v1/tokens', { body: { machines: [shared] } })).tokens
  expect(refused).toMatchObject({ error: { code: 'owner_disabled' } })
})

test('the machine accepts the capability, for this device only', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const desk = await enrolled(rig, ada, 'desk')
  const statements = rig.authority.authorization.statementsFor('m_new').map(({ jws }) => jws)
  const token = await capabilityFor(ada, desk)
  const expected = { now: rig.clock.now(), issuer: rig.authority.issuer, audience: desk }
  const verified = verifyCapability(token, ringOf(rig, statements).keys, expected)
  expect(verified).toMatchObject({
    ok: true,
    value: { sub: ada.user, dev: ada.device, scp: ['session:read'] },
  })
  expect(verifyCapability(token, ringOf(rig, statements).keys, { ...expected, audience: 'm_other' }).ok).toBe(
    false,
  )
})

test('a machine gets tokens signed with the newest key it acknowledged', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const desk = await enrolled(rig, ada, 'desk')
  const { authorization } = rig.authority
  const kidOf = async (machine: string): Promise<string> => {
    const read = readJws(await capabilityFor(ada, machine), 'fl-cap+jwt')
    return read.ok ? read.value.kid : ''
  }
  const before = await kidOf(desk)
  expect(authorization.statementsFor(desk)).toEqual([])
  rig.authority.rotateKeys()
  expect(rig.relay.nudged.at(-1)).toBe(desk)
  expect(authorization.statementsFor(desk).map(({ number }) => number)).toEqual([2])
  expect(await kidOf(desk)).toBe(before)
  authorization.statementAcked(desk, 99)
  authorization.statementAcked(desk, 1)
  expect(authorization.statementsFor(desk)).toEqual([])
  expect(await kidOf(desk)).not.toBe(before)
  // One that enrolls later learns all of them at once.
  const attic = await enrolled(rig, ada, 'attic')
  expect(authorization.statementsFor(attic)).toEqual([])
  expect(await kidOf(attic)).toBe(await kidOf(desk))
  for (let n = 0; n < 9; n++) rig.authority.rotateKeys()
  const all = authorization.statementsFor('m_new').map(({ jws }) => jws)
  expect(all).toHaveLength(11)
  const ring = ringOf(rig, all)
  authorization.statementAcked(desk, 11)
  expect(newestKey(ring).kid).toBe(await kidOf(desk))
  expect(authorization.circuit(await capabilityFor(ada, desk)).ok).toBe(true)
})

test('a sign-in without a device gets none, and more than fifty at once are refused', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const desk = await enrolled(rig, ada, 'desk')
  const login = await rig.ask('/v1/login', {
    body: { name: 'ada', password: PASSWORD },
    headers: { 'x-fairlead-client': 'cli' },
  })
  const authorization = `Bearer ${JSON.parse(login.text).token}`
  const bare = await rig.ask('/v1/tokens', { body: { machines: [desk] }, headers: { authorization } })
  expect(bare.code).toBe('device_not_found')
  const many = await ada.ask('/v1/tokens', { body: { machines: Array.from({ length: 51 }, () => desk) } })
  expect(many.code).toBe('invalid_request')
  readAs(Tokens, await ada.ask('/v1/tokens', { body: { machines: Array.from({ length: 50 }, () => desk) } }))
})

test('a capability tells the machine for how long after the password that it was just given, and a key’s never', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const desk = await enrolled(rig, ada, 'desk')
  const script = await scriptOf(rig, ada, ['circuits'])
  const isFresh = async (who = ada): Promise<boolean> => {
    const read = readJws(await capabilityFor(who, desk), CAPABILITY_TYP)
    return read.ok && read.value.payload.fsh === true
  }
  expect([await isFresh(), await isFresh(script)]).toEqual([true, false])
  rig.clock.advance(authorityLimits.freshMs)
  expect(await isFresh()).toBe(false)
  await ada.ask('/v1/fresh', { body: { password: PASSWORD } })
  expect(await isFresh()).toBe(true)
})
