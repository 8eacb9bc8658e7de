import { expect, test } from 'bun:test'
import { SUCCESSORS_KEPT } from '../../shared/limits.ts'
import { KeyStatements, MachineKeyChanged, Tokens } from '../../shared/wire/machine.ts'
import { createAuditStore } from '../audit/store.ts'
import { createMachineStore } from '../machines/store.ts'
import { enrolledAnew, enrolledAs, newLife, saysOf } from '../testing/machine-life.ts'
import { type Answer, type Client, type Rig, readAs, startRig } from '../testing/rig.ts'
import { createMachineKeyStore } from './store.ts'

const say = (rig: Rig, statement: string): Promise<Answer> =>
  rig.ask('/v1/machine-keys', { body: { statement }, headers: { origin: null } })

async function tokenOf(client: Client, machine: string) {
  const { tokens } = await client.get(Tokens, '/v1/tokens', { body: { machines: [machine] } })
  const [token] = tokens
  if (!token || !('capability' in token)) throw new Error(JSON.stringify(token))
  return token
}

async function begun() {
  const rig = await startRig()
  const ada = await rig.firstAdmin()
  const first = newLife()
  const desk = await enrolledAs(rig, ada, 'desk', first)
  return { rig, ada, first, desk }
}

test('the pinned sign key brings the next keys: both are pinned, the tunnel is closed, it is on record', async () => {
  const { rig, ada, first, desk } = await begun()
  await using _ = rig
  expect(await tokenOf(ada, desk)).not.toHaveProperty('successors')
  rig.relay.reauthorized.length = 0
  const next = newLife()
  const statement = saysOf(rig, desk, first, next, { number: 1 })
  expect(readAs(MachineKeyChanged, await say(rig, statement))).toEqual({ machine: desk, number: 1 })
  const { machineKey, signKey } = next
  expect(createMachineStore(rig.db).get(desk)).toMatchObject({ machineKey, signKey })
  expect(rig.relay.reauthorized).toEqual([{ machine: desk }])
  expect(await tokenOf(ada, desk)).toMatchObject({ machineKey, successors: [statement] })
  const acts = createAuditStore(rig.db)
    .about(desk)
    .filter(({ act }) => act === 'machine_key_changed')
  expect(acts).toMatchObject([{ user: null, device: null, address: '192.0.2.1' }])
})

test('an answer that was lost: the same statement again is answered the same, and changes nothing more', async () => {
  const { rig, first, desk } = await begun()
  await using _ = rig
  const statement = saysOf(rig, desk, first, newLife(), { number: 1 })
  const answer = await say(rig, statement)
  const acts = createAuditStore(rig.db).about(desk).length
  rig.relay.reauthorized.length = 0
  expect((await say(rig, statement)).text).toBe(answer.text)
  expect(createAuditStore(rig.db).about(desk)).toHaveLength(acts)
  expect(rig.relay.reauthorized).toEqual([])
  expect(createMachineKeyStore(rig.db).of(desk)).toHaveLength(1)
})

test('only the key that is pinned now, the next number, this machine and this authority', async () => {
  const { rig, ada, first, desk } = await begun()
  await using _ = rig
  const [second, third, thief] = [newLife(), newLife(), newLife()]
  const lamp = await enrolledAs(rig, ada, 'lamp', newLife())
  const toSecond = saysOf(rig, desk, first, second, { number: 1 })
  const refusals: [string, string][] = [
    ['a stranger’s signature', saysOf(rig, desk, thief, second, { number: 1, from: thief })],
    ['its key under another name', saysOf(rig, desk, thief, second, { number: 1, from: first })],
    ['a number too far', saysOf(rig, desk, first, second, { number: 2 })],
    ['another machine’s', saysOf(rig, lamp, first, second, { number: 1 })],
    ['a machine that is not there', saysOf(rig, 'm_0', first, second, { number: 1 })],
    ['another authority’s', saysOf(rig, desk, first, second, { number: 1, issuer: 'a_other' })],
    ['the same keys', saysOf(rig, desk, first, first, { number: 1 })],
    ['a key of zeros', saysOf(rig, desk, first, { ...second, machineKey: 'A'.repeat(43) }, { number: 1 })],
    ['nonsense', 'a.b.c'],
  ]
  for (const [what, statement] of refusals) {
    expect([what, (await say(rig, statement)).code]).toEqual([what, 'successor_refused'])
  }
  expect(createMachineStore(rig.db).get(desk)).toMatchObject({ signKey: first.signKey })
  expect((await say(rig, toSecond)).status).toBe(200)
  // A key of before vouches for nothing any more, and no step is taken twice.
  for (const late of [
    saysOf(rig, desk, first, third, { number: 2 }),
    saysOf(rig, desk, first, thief, { number: 1 }),
  ]) {
    expect((await say(rig, late)).code).toBe('successor_refused')
  }
  expect((await say(rig, saysOf(rig, desk, second, third, { number: 2 }))).status).toBe(200)
  expect((await say(rig, toSecond)).code).toBe('successor_refused')
})

test('the number that is waited for is said, so that a machine enrolled anew finds it', async () => {
  const { rig, first, desk } = await begun()
  await using _ = rig
  const { text } = await say(rig, saysOf(rig, desk, first, newLife(), { number: 9 }))
  expect(JSON.parse(text)).toMatchObject({ error: { detail: { number: 1 } } })
})

test('a machine that was revoked takes no keys, and says nothing of having been one', async () => {
  const { rig, ada, first, desk } = await begun()
  await using _ = rig
  await ada.ask(`/v1/machines/${desk}`, { method: 'DELETE' })
  const late = await say(rig, saysOf(rig, desk, first, newLife(), { number: 1 }))
  const never = await say(rig, saysOf(rig, 'm_0', first, newLife(), { number: 1 }))
  expect(late.code).toBe('successor_refused')
  expect(late.text).toBe(never.text)
})

test('enrolled anew with other keys the chain is gone: nothing vouches for them; with the same it stays', async () => {
  const { rig, ada, first, desk } = await begun()
  await using _ = rig
  const second = newLife()
  await say(rig, saysOf(rig, desk, first, second, { number: 1 }))
  await enrolledAnew(rig, ada, desk, second)
  expect((await tokenOf(ada, desk)).successors).toHaveLength(1)
  const other = newLife()
  await enrolledAnew(rig, ada, desk, other)
  expect(await tokenOf(ada, desk)).not.toHaveProperty('successors')
  expect((await say(rig, saysOf(rig, desk, other, newLife(), { number: 1 }))).status).toBe(200)
})

test('the newest sixteen steps are kept, and told the oldest first', async () => {
  const { rig, ada, first, desk } = await begun()
  await using _ = rig
  const said: string[] = []
  let at = first
  for (let number = 1; number <= SUCCESSORS_KEPT + 3; number++) {
    const next = newLife()
    said.push(saysOf(rig, desk, at, next, { number }))
    expect((await say(rig, said.at(-1) ?? '')).status).toBe(200)
    at = next
  }
  expect((await tokenOf(ada, desk)).successors).toEqual(said.slice(-SUCCESSORS_KEPT))
})

test('a page of another site cannot say a statement, and one address not without end', async () => {
  const { rig, first, desk } = await begun()
  await using _ = rig
  const statement = saysOf(rig, desk, first, newLife(), { number: 1 })
  const headers = { origin: 'https://elsewhere.example' }
  const foreign = await rig.ask('/v1/machine-keys', { body: { statement }, headers })
  expect(foreign.code).toBe('origin_refused')
  const codes = new Set<string | null>()
  for (let n = 0; n < 61; n++) codes.add((await say(rig, 'x')).code)
  expect([...codes]).toEqual(['successor_refused', 'throttled'])
})

test('whoever asks is told the key statements, which are public', async () => {
  const { rig, ada } = await begun()
  await using _ = rig
  await ada.ask('/v1/admin/signing-keys', { method: 'POST' })
  const told = readAs(KeyStatements, await rig.ask('/v1/key-statements'))
  expect(told.issuer).toBe(rig.authority.issuer)
  expect(told.statements).toHaveLength(2)
})
