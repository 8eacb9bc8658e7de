import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { HOUR_MS, SECOND_MS } from '../../shared/time.ts'
import { daemonLimits } from '../limits.ts'
import {
  eventsOfType,
  openSession,
  spawn,
  spawnedSession,
  type TestCore,
  testCore,
  update,
} from '../testing/core.ts'
import { actsOn } from '../testing/session-acts.ts'

let home: TempHome
let kit: TestCore
beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

/** A session whose agent crashed as often as it may, the last time with a message waiting. */
function crashed() {
  const id = openSession(kit, { text: 'hello' })
  const acts = actsOn(kit, id)
  for (let n = 1; n < daemonLimits.crashSpawns; n++) {
    kit.clock.advance(SECOND_MS)
    acts.ends()
    acts.resume()
    acts.opens()
  }
  acts.prompt('first')
  acts.prompt('waits')
  acts.ends()
  return { id, acts }
}

test('an agent that crashes five times within a minute is left alone: the session says until when and why', () => {
  const { acts } = crashed()
  const now = acts.now()
  expect(now).toMatchObject({ status: 'exited', reason: 'agent_exited' })
  expect(now.restUntil).toBe(kit.clock.now() + daemonLimits.restMs)
  expect(now.restWhy).toBe('its agent ended by itself 5 times within 60 s')
  expect(now.queue).toMatchObject([{ text: 'waits' }])
})

test('what is sent to a session at rest waits, and is delivered when the rest ends, by an agent brought back for it', () => {
  const { id, acts } = crashed()
  expect(acts.prompt('too').landed).toBe('queued')
  expect(acts.row().run).toBeNull()
  kit.clock.advance(daemonLimits.restMs - 1)
  expect(acts.row().run).toBeNull()
  kit.clock.advance(1)
  expect(acts.now()).toMatchObject({ status: 'starting', queue: [{ text: 'waits' }, { text: 'too' }] })
  expect(acts.now().restUntil).toBeUndefined()
  acts.opens()
  expect(kit.core.turns.open(id)?.seq).toBe(acts.now().turn ?? 0)
  expect(acts.now().queue).toMatchObject([{ text: 'too' }])
})

test('a person may try now', () => {
  const { acts } = crashed()
  expect(acts.resume().ok).toBe(true)
  expect(acts.now()).toMatchObject({ status: 'starting' })
  expect(acts.now().restUntil).toBeUndefined()
})

test('a rest outlives the daemon, and ends in its successor', () => {
  const { id, acts } = crashed()
  const { restUntil } = acts.now()
  kit.close()
  kit = testCore({ home: home.path, clock: kit.clock })
  const again = actsOn(kit, id)
  expect(again.now().restUntil).toBe(restUntil)
  kit.alarms.set(id)
  kit.clock.advance(daemonLimits.restMs)
  expect(again.now()).toMatchObject({ status: 'starting', queue: [{ text: 'waits' }] })
})

test('crashes further apart than the window bring no rest, and stops by a person are no crashes', () => {
  const id = openSession(kit, { text: 'hello' })
  const acts = actsOn(kit, id)
  for (let n = 0; n < 2 * daemonLimits.crashSpawns; n++) {
    kit.clock.advance(daemonLimits.crashWindowMs / 4)
    acts.ends()
    acts.resume()
    acts.opens()
  }
  for (let n = 0; n < daemonLimits.crashSpawns; n++) {
    acts.stop()
    acts.ends(0)
    acts.resume()
    acts.opens()
  }
  expect(acts.now().restUntil).toBeUndefined()
})

test('an agent that crashes with messages queued is brought back by itself for them, and without any it is not', () => {
  const id = openSession(kit, { text: 'hello' })
  const acts = actsOn(kit, id)
  acts.prompt('waits')
  acts.ends()
  expect(eventsOfType(kit, id, 'turn_result')).toMatchObject([{ prompts: [1], stopReason: 'interrupted' }])
  expect(acts.now()).toMatchObject({ status: 'starting', queue: [{ text: 'waits' }] })
  acts.opens()
  expect(acts.now().queue).toEqual([])
  acts.ends()
  expect(acts.now()).toMatchObject({ status: 'exited', reason: 'agent_exited' })
})

test('an agent that crashes while it starts again and again comes to rest too, and is not asked for in between', () => {
  const id = openSession(kit, { text: 'hello' })
  const acts = actsOn(kit, id)
  acts.prompt('waits')
  acts.ends()
  for (let n = 1; n < daemonLimits.crashSpawns; n++) {
    expect(acts.now().status).toBe('starting')
    spawn(kit, id)
    acts.ends()
  }
  expect(acts.now()).toMatchObject({ status: 'exited', reason: 'agent_exited', queue: [{ text: 'waits' }] })
  expect(acts.now().restUntil).toBe(kit.clock.now() + daemonLimits.restMs)
})

test('an agent that ends before it ever opened is not started again for the first message: a person tries again', () => {
  const id = spawnedSession(kit, { text: 'first' })
  const acts = actsOn(kit, id)
  acts.ends()
  expect(acts.now()).toMatchObject({ status: 'exited', reason: 'start_failed', queue: [{ text: 'first' }] })
  for (let n = 1; n < daemonLimits.crashSpawns; n++) {
    acts.resume()
    spawn(kit, id)
    acts.ends()
  }
  const now = acts.now()
  expect(now).toMatchObject({ status: 'exited', reason: 'start_failed' })
  expect(now.restUntil).toBeUndefined()
  kit.clock.advance(daemonLimits.restMs)
  expect(acts.now()).toMatchObject({ status: 'exited', queue: [{ text: 'first' }] })
})

test('stop takes a session out of its rest for good: nothing waits, nothing is brought back', () => {
  const { acts } = crashed()
  acts.stop()
  expect(acts.now().queue).toEqual([])
  expect(acts.now().restUntil).toBeUndefined()
  kit.clock.advance(2 * daemonLimits.restMs)
  expect(acts.row().run).toBeNull()
})

const rateLimit = (fields: object) =>
  update({ sessionUpdate: 'usage_update', used: 1, size: 2, _meta: { '_claude/rateLimit': fields } })
const failed = (turn: number) => ({
  id: `prompt:${turn}`,
  error: { code: -32603, message: 'limit reached', data: { errorKind: 'rate_limit' } },
})

test('a provider’s limit that names a time rests the session until then, its agent still there', () => {
  const id = openSession(kit, { agent: 'claude', text: 'hello' })
  const acts = actsOn(kit, id)
  const resetsAt = Math.ceil((kit.clock.now() + 3 * HOUR_MS) / 1000)
  kit.says(id, rateLimit({ status: 'rejected', resetsAt }), failed(1))
  expect(acts.now()).toMatchObject({ status: 'idle', restUntil: resetsAt * 1000 })
  expect(acts.prompt('later').landed).toBe('queued')
  kit.taken(id)
  kit.clock.advance(2 * HOUR_MS)
  expect(acts.sent()).toEqual([])
  kit.clock.advance(2 * HOUR_MS)
  expect(acts.now().restUntil).toBeUndefined()
  expect(kit.core.turns.prompt(id, acts.row().lastSeq)?.state ?? 'delivered').toBe('delivered')
})

test('a limit that is lifted, and a failure without one, rest nobody', () => {
  const id = openSession(kit, { agent: 'claude', text: 'hello' })
  const acts = actsOn(kit, id)
  const resetsAt = Math.ceil((kit.clock.now() + HOUR_MS) / 1000)
  kit.says(id, rateLimit({ status: 'rejected', resetsAt }), rateLimit({ status: 'allowed' }), failed(1))
  expect(acts.now().restUntil).toBeUndefined()
  expect(acts.prompt('again').landed).toBe('started')
})
