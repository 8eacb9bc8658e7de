import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { DAY_MS } from '../../shared/time.ts'
import type { ExitReason } from '../../shared/wire/exit-reason.ts'
import { createBlobs } from '../events/blobs.ts'
import { createEventStore } from '../events/store.ts'
import type { DaemonLimits } from '../limits.ts'
import { createMessageStore } from '../search/message-store.ts'
import { createMessages } from '../search/messages.ts'
import { spawnedSession, type TestCore, testCore } from '../testing/core.ts'
import type { Housekeeping } from './housekeeping.ts'
import { createUpkeep } from './upkeep.ts'

let home: TempHome
let kit: TestCore
let upkeep: Housekeeping
let said: Record<string, unknown>[]
let made: number

const begin = async (limits: Partial<DaemonLimits> = {}): Promise<void> => {
  kit = testCore({ home: home.path, limits })
  const events = createEventStore(kit.db)
  const messageStore = createMessageStore(kit.db)
  const blobs = createBlobs(join(home.path, 'blobs'))
  const messages = createMessages({ store: messageStore, events, blobs })
  const log = pino({ base: null }, { write: (line: string) => void said.push(JSON.parse(line)) })
  upkeep = createUpkeep({
    db: kit.db,
    core: kit.core,
    events,
    messages,
    messageStore,
    blobs,
    clock: kit.clock,
    log,
  })
}
/** Its memory is gone; the file is as it was. */
const restart = async (limits: Partial<DaemonLimits> = {}): Promise<void> => {
  upkeep.stop()
  kit.close()
  await begin(limits)
}

beforeEach(async () => {
  home = await tempHome()
  said = []
  made = 0
  await begin()
})
afterEach(async () => {
  upkeep.stop()
  kit.close()
  await home.remove()
})

interface Wanted {
  reason?: ExitReason | null
  /** Days since it was opened and since it was used. */
  opened?: number
  used?: number
  pinned?: boolean
}

/** A session as a daemon left it; `reason` null: it lives. */
function session({ reason = 'stopped', opened = 90, used = 90, pinned = false }: Wanted): string {
  const id = `s_${++made}`
  const now = kit.clock.now()
  const about = { title: `title ${made}`, titleBy: 'person', agent: 'demo', cwd: '/', askSalt: 'x' } as const
  kit.core.sessions.insert({ ...about, id, nickname: `n${made}`, now: now - opened * DAY_MS })
  kit.core.sessions.used(id, now - used * DAY_MS)
  if (pinned) kit.core.sessions.setPinned(id, true)
  if (reason === null) {
    kit.core.runs.insert({ id: `run_${made}`, session: id, opening: 'new', now })
    kit.core.sessions.beginRun(id, `run_${made}`)
  } else kit.core.sessions.exited(id, { reason, detail: null, unconfirmed: false })
  return id
}
const sessions = (count: number, wanted: Wanted): string[] =>
  Array.from({ length: count }, () => session(wanted))

const left = (): Set<string> => new Set(kit.core.sessions.list().map(({ id }) => id))
const goneOf = (ids: readonly string[]): string[] => ids.filter((id) => !left().has(id))

test('incident: a restart deleted five of the six conversations that it was stopping', () => {
  // Opened weeks ago, used until the moment the daemon was told to stop; and beside them what was only parked.
  const interrupted = (['daemon_shutdown', 'daemon_restarted', 'config_changed'] as const).map((reason) =>
    session({ reason, opened: 400, used: 400 }),
  )
  const kept = [
    ...interrupted,
    session({ reason: 'parked', used: 400 }),
    session({ reason: null, used: 400 }),
  ]
  const used = session({ opened: 400, used: 1 })
  const filling = sessions(200, { used: 0 })
  upkeep.start()
  expect(goneOf([...kept, used, ...filling])).toEqual([])
  expect(said).toEqual([])
})

test('what was interrupted and given up goes like any other, and what was only parked or lives does not', () => {
  sessions(50, { used: 1 })
  const interrupted = (['daemon_shutdown', 'daemon_restarted', 'config_changed'] as const).flatMap((reason) =>
    [40, 10].map((used) => session({ reason, used })),
  )
  const others = [session({ reason: 'parked', used: 40 }), session({ reason: null, used: 40 })]
  upkeep.start()
  expect(goneOf([...interrupted, ...others])).toEqual([])
  for (const id of [...interrupted, ...others]) kit.core.lives.setForgotten(id, true)
  kit.clock.advance(DAY_MS)
  const old = interrupted.filter((_, n) => n % 2 === 0)
  expect(goneOf([...interrupted, ...others])).toEqual(old)
})

test('what nobody used for thirty days goes, counted from its last use, and the rest of the inactive stay', () => {
  sessions(50, { used: 1 })
  const old = sessions(3, { opened: 90, used: 31 })
  const used = sessions(3, { opened: 90, used: 29 })
  upkeep.start()
  expect(goneOf([...old, ...used])).toEqual(old)
  expect(said).toHaveLength(1)
  expect(said[0]).toMatchObject({ removed: 3, unused: 3, tooMany: 0, sessions: expect.any(Array) })
  expect(JSON.stringify(said[0])).not.toContain('title')
})

test('fifty inactive ones stay whatever their age, and active ones do not count among them', () => {
  const parked = sessions(60, { reason: 'parked', used: 400 })
  const old = Array.from({ length: 55 }, (_, n) => session({ used: 100 + n }))
  upkeep.start()
  expect(goneOf(parked)).toEqual([])
  expect(goneOf(old)).toEqual(old.slice(50))
})

test('beyond the cap the least recently used go, pins only after everything else, live ones never', async () => {
  await restart({ retentionMost: 60 })
  const live = sessions(5, { reason: null, used: 400 })
  const pins = sessions(58, { pinned: true, used: 20 })
  const recent = Array.from({ length: 5 }, (_, n) => session({ used: n }))
  upkeep.start()
  expect(goneOf([...live, ...pins])).toEqual([])
  expect(goneOf(recent)).toEqual(recent.slice(2))
  const more = sessions(4, { pinned: true, used: 25 })
  kit.clock.advance(DAY_MS)
  expect(goneOf(recent)).toEqual(recent)
  expect(goneOf(more)).toHaveLength(2)
  expect(goneOf(pins)).toEqual([])
})

test('a reason that this build does not know keeps its session', () => {
  sessions(50, { used: 1 })
  const id = session({})
  kit.db.run(`UPDATE sessions SET exit_reason = 'of_the_future' WHERE id = '${id}'`)
  upkeep.start()
  expect(goneOf([id])).toEqual([])
})

test('rows and files go with the session, a few at a time, and the record of its asks stays', async () => {
  const id = session({ used: 40 })
  for (let n = 0; n < 300; n++) {
    kit.core.transact((work) => kit.core.log.append(work, id, { type: 'prompt', text: `message ${n}` }))
  }
  const long = { type: 'prompt', text: 'x '.repeat(100_000) } as const
  kit.core.transact((work) => kit.core.log.append(work, id, long))
  kit.core.sessions.used(id, kit.clock.now() - 40 * DAY_MS)
  kit.db.run(`INSERT INTO ask_records VALUES (1, '${id}', 'a', '{}', '', '')`)
  sessions(50, { used: 1 })
  expect(existsSync(join(home.path, 'blobs', id))).toBe(true)
  // A clock that moves while rows are deleted: each step has time for one look.
  const rows = (table: string): number =>
    kit.db.query(`SELECT 1 FROM ${table} WHERE session = ?`).all(id).length
  await restart({ housekeepingStepMs: 0 })
  upkeep.start()
  expect(goneOf([id])).toEqual([id])
  expect([rows('events'), rows('messages') > 300]).toEqual([301, true])
  kit.clock.advance(kit.core.limits.housekeepingPauseMs)
  expect([rows('events'), rows('messages') > 300 - 5]).toEqual([301, true])
  // Killed in the middle, a successor goes on.
  kit.clock.advance(kit.core.limits.housekeepingPauseMs * 70)
  await restart({ housekeepingStepMs: 0 })
  expect([rows('events') > 0, rows('messages') < 100]).toEqual([true, true])
  upkeep.start()
  kit.clock.advance(kit.core.limits.housekeepingPauseMs * 200)
  expect([rows('events'), rows('messages'), rows('ask_records')]).toEqual([0, 0, 1])
  expect(kit.db.query('SELECT 1 FROM sessions WHERE id = ?').get(id)).toBeNull()
  expect(existsSync(join(home.path, 'blobs', id))).toBe(false)
})

test('the nickname of a removed session is free at once', () => {
  const id = session({})
  const { nickname = '' } = kit.core.sessions.get(id) ?? {}
  kit.core.sessions.remove(id, 1)
  expect(kit.core.sessions.nicknames().has(nickname)).toBe(false)
  expect(kit.core.sessions.find(nickname)).toBeNull()
  expect(spawnedSession(kit)).toStartWith('s_')
})

test('it looks again every day, and a stopped one has no timers', () => {
  sessions(50, { used: 0 })
  const id = session({ opened: 29.5, used: 29.5 })
  upkeep.start()
  expect(goneOf([id])).toEqual([])
  kit.clock.advance(DAY_MS)
  expect(goneOf([id])).toEqual([id])
  kit.clock.advance(DAY_MS)
  upkeep.stop()
  expect(kit.clock.pending()).toBe(0)
})
