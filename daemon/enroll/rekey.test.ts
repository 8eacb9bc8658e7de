/** Changes of keys against an authority that answers, does not, or answers after it was too late. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import pino from 'pino'
import { type FakeClock, fakeClock } from '../../shared/testing/fake-clock.ts'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import { nodeVerifier } from '../../shared/token/node-verifier.ts'
import { type MachineKeyPair, verifySuccessor } from '../../shared/token/successor.ts'
import { daemonLimits } from '../limits.ts'
import { type MachineKeyFile, machineKeyFile } from './machine-keys.ts'
import { createRekey, type Rekey } from './rekey.ts'
import type { Enrollment } from './store.ts'
import { createTurns } from './turns.ts'

const ENROLLED: Enrollment = {
  machine: 'm_1',
  label: 'desk',
  owner: 'ada',
  issuer: 'i_1',
  origin: 'https://home.example',
  relayUrl: 'wss://home.example',
  enrolledAt: 1,
}

type Fault = 'none' | 'down' | 'lost_answer' | 'overloaded' | 'refuses' | 'old'

let home: TempHome
let clock: FakeClock
let pinned: MachineKeyPair
let taken: string[]
let asked: string[]
let fault: Fault
let enrollment: Enrollment | null
let seed = 0

beforeEach(async () => {
  home = await tempHome()
  clock = fakeClock()
  taken = []
  asked = []
  fault = 'none'
  enrollment = ENROLLED
})
afterEach(() => home.remove())

/** As the real one: exactly the next number, by the key that it pinned, the last one again as often as it is sent. */
function judge(statement: string): Response {
  const refusal = (detail?: object): Response =>
    Response.json({ error: { code: 'successor_refused', message: 'no', detail } }, { status: 409 })
  if (taken.at(-1) === statement) return Response.json({ machine: 'm_1', number: taken.length })
  const verified = verifySuccessor(statement, pinned, { issuer: 'i_1', machine: 'm_1' }, nodeVerifier)
  if (!verified.ok) return refusal()
  const { num, key, sign } = verified.value
  if (num !== taken.length + 1) return refusal({ number: taken.length + 1 })
  taken.push(statement)
  pinned = { machineKey: key, signKey: sign }
  return Response.json({ machine: 'm_1', number: num })
}

async function authority(url: string, init: RequestInit): Promise<Response> {
  expect(url).toBe('https://home.example/v1/machine-keys')
  const { statement } = JSON.parse(String(init.body))
  asked.push(statement)
  if (fault === 'down') throw new TypeError('nobody there')
  if (fault === 'old')
    return Response.json({ error: { code: 'unauthenticated', message: '' } }, { status: 401 })
  if (fault === 'overloaded') {
    return Response.json({ error: { code: 'overloaded', message: '' } }, { status: 503 })
  }
  if (fault === 'refuses') {
    return Response.json({ error: { code: 'successor_refused', message: 'no' } }, { status: 409 })
  }
  const answer = judge(statement)
  if (fault === 'lost_answer') throw new TypeError('the connection broke')
  return answer
}

interface Life {
  keys: MachineKeyFile
  rekey: Rekey
  changes: number
}

/** A daemon's life on the same home: the one before may have died at any point. */
function life(): Life {
  const keys = machineKeyFile(home.path, seededRandom(++seed))
  const made: Life = {
    keys,
    changes: 0,
    rekey: createRekey({
      current: () => enrollment,
      keys: () => keys,
      authority: { fetch: authority, ms: 5_000, bytes: 4_096 },
      clock,
      limits: daemonLimits,
      log: pino({ level: 'silent' }),
      turns: createTurns(),
      changed: () => void made.changes++,
    }),
  }
  return made
}

function firstLife(): Life {
  const made = life()
  const { machineKey, signKey } = made.keys.current()
  pinned = { machineKey, signKey }
  return made
}

const agree = (one: Life): void => {
  const { machineKey, signKey } = one.keys.current()
  expect({ machineKey, signKey }).toEqual(pinned)
  expect(one.keys.proposed()).toBeNull()
}

test('the authority takes the new keys, then the machine does', async () => {
  const one = firstLife()
  const before = one.keys.current().machineKey
  const changed = await one.rekey.change()
  expect(changed).toMatchObject({ ok: true, value: { machine: 'm_1', number: 1, key: pinned.machineKey } })
  expect(one.keys.current().machineKey).not.toBe(before)
  expect(one.changes).toBe(1)
  agree(one)
  expect(await one.rekey.change()).toMatchObject({ ok: true, value: { number: 2 } })
  agree(one)
})

test('a machine that nobody enrolled changes nothing, and makes no keys', async () => {
  const one = firstLife()
  enrollment = null
  expect(await one.rekey.change()).toMatchObject({ error: { code: 'not_enrolled' } })
  expect(one.rekey.waits()).toBe(false)
  expect(asked).toEqual([])
})

test('while nobody answers the old keys stay, and the same statement is sent until somebody does', async () => {
  const one = firstLife()
  const before = one.keys.current().machineKey
  fault = 'down'
  expect(await one.rekey.change()).toMatchObject({ error: { code: 'authority_unreachable' } })
  expect(one.keys.current().machineKey).toBe(before)
  expect(one.rekey.waits()).toBe(true)
  clock.advance(daemonLimits.machineKeyAgainMs)
  await waitFor('a second try', 5_000, () => asked.length === 2)
  fault = 'none'
  await waitFor('a timer', 5_000, () => clock.pending() > 0)
  clock.advance(daemonLimits.machineKeyAgainMs)
  await waitFor('the new keys', 5_000, () => !one.rekey.waits())
  expect(new Set(asked).size).toBe(1)
  agree(one)
})

test('killed after the authority took them and before its answer came: the next life has the same keys as it', async () => {
  const one = firstLife()
  fault = 'lost_answer'
  await one.rekey.change()
  expect(one.keys.current().machineKey).not.toBe(pinned.machineKey)
  one.rekey.stop()
  fault = 'none'
  const two = life()
  two.rekey.resume()
  await waitFor('the new keys', 5_000, () => two.changes === 1)
  expect(taken).toHaveLength(1)
  agree(two)
})

test('killed before the authority heard of them: the next life sends what the last one signed', async () => {
  const one = firstLife()
  fault = 'down'
  await one.rekey.change()
  one.rekey.stop()
  fault = 'none'
  const two = life()
  two.rekey.resume()
  await waitFor('the new keys', 5_000, () => two.changes === 1)
  expect(new Set(asked).size).toBe(1)
  agree(two)
})

test('killed between the keys being made and the request, which is the same file: nothing is lost', async () => {
  const one = firstLife()
  fault = 'down'
  await one.rekey.change()
  one.rekey.stop()
  const two = life()
  fault = 'none'
  // Somebody asks before it went on by itself: the keys that wait are the new ones, not a third pair.
  expect(await two.rekey.change()).toMatchObject({ ok: true, value: { number: 1 } })
  agree(two)
})

test('what passes by itself is waited out; what does not is dropped, and the machine keeps its keys', async () => {
  const one = firstLife()
  fault = 'overloaded'
  expect(await one.rekey.change()).toMatchObject({ error: { code: 'overloaded' } })
  expect(one.rekey.waits()).toBe(true)
  one.rekey.stop()
  for (const refusal of ['refuses', 'old'] as const) {
    fault = refusal
    expect((await one.rekey.change()).ok).toBe(false)
    expect(one.rekey.waits()).toBe(false)
  }
  agree(one)
  expect(one.changes).toBe(0)
})

test('an authority that counts from another number is told that one', async () => {
  const one = firstLife()
  await one.rekey.change()
  await one.rekey.change()
  taken = [] // as after an enrollment with the same keys elsewhere
  expect(await one.rekey.change()).toMatchObject({ ok: true, value: { number: 1 } })
  agree(one)
})

test('several at once are one after the other', async () => {
  const one = firstLife()
  const all = await Promise.all([one.rekey.change(), one.rekey.change(), one.rekey.change()])
  expect(all.map((changed) => changed.ok && changed.value.number)).toEqual([1, 2, 3])
  agree(one)
})
