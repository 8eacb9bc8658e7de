/** How many agents a machine keeps alive, and how fast new sessions may be made. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { daemonLimits } from '../limits.ts'
import { testApi } from '../testing/api.ts'
import { openSession, spawnedSession, type TestCore, testCore } from '../testing/core.ts'
import { comeBack, endProcess } from '../testing/end-process.ts'
import { data } from '../testing/rig.ts'
import { acceptPrompt } from './prompt.ts'
import { resumeSession } from './resume.ts'

const { createBurst, createEveryMs, liveSessions, parkFloorMs } = daemonLimits
const limits = { createBurst, liveSessions, activeTurns: 1_000 }
let home: TempHome
let kit: TestCore
beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path, limits })
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

const row = (id: string) => {
  const found = kit.core.sessions.get(id)
  if (!found) throw new Error('no such session')
  return found
}
const ended = (turn: number) => ({ id: `prompt:${turn}`, result: { stopReason: 'end_turn' } })
const idle = (): string => {
  const id = openSession(kit, { text: 'one' })
  kit.says(id, ended(1))
  return id
}
const create = (cwd: string) => testApi(kit, home.path).api.v1.sessions.post({ agent: 'demo', cwd })
const codeOf = async (cwd = home.path): Promise<unknown> => {
  const { error } = await create(cwd)
  return error && 'error' in error.value ? error.value.error.code : error
}
const ending = (ids: string[]) => ids.filter((id) => row(id).ending === 'parked')

test('six sessions that had finished five minutes ago blocked a seventh: now the one that was idle longest makes room', async () => {
  kit.settings.set({ maxLiveSessions: 6 })
  const six = Array.from({ length: 6 }, () => {
    kit.clock.advance(1)
    return idle()
  })
  const [first = '', second = '', ...others] = six
  kit.clock.advance(parkFloorMs)
  // Used again, so that it is not the one that nobody used for longest.
  kit.core.transact((work) => acceptPrompt(kit.core, work, row(first), 'again'))
  kit.says(first, ended(kit.core.turns.open(first)?.seq ?? 0))
  data(await create(home.path))
  expect(ending(six)).toEqual([second])
  data(await create(home.path))
  expect(ending(six)).toEqual([second, others[0] ?? ''])
})

test('one that was used in the last two minutes is not taken: the create is refused, before anything is looked for on disk', async () => {
  kit.settings.set({ maxLiveSessions: 1 })
  const id = idle()
  kit.clock.advance(parkFloorMs - 1)
  const refused = await create('/not/there')
  expect(refused.error?.value).toMatchObject({ error: { code: 'too_many_sessions', detail: { bound: 1 } } })
  expect(ending([id])).toEqual([])
  kit.clock.advance(1)
  expect(await codeOf('/not/there')).toBe('workspace_missing')
  expect(ending([id])).toEqual([])
  data(await create(home.path))
  expect(ending([id])).toEqual([id])
})

test('at twelve of which none is idle the thirteenth is refused, and nothing is left of it', async () => {
  for (let n = 0; n < liveSessions; n++) openSession(kit, { text: 'work' })
  kit.clock.advance(parkFloorMs)
  const before = kit.core.sessions.list().length
  expect(await codeOf()).toBe('too_many_sessions')
  expect(kit.core.sessions.list()).toHaveLength(before)
})

test('a wake is never refused: with nothing to take it goes one over', () => {
  kit.settings.set({ maxLiveSessions: 1 })
  const away = idle()
  kit.clock.advance(daemonLimits.parkAfterMs)
  endProcess(kit, away)
  const other = openSession(kit, { text: 'work' })
  const landed = kit.core.transact((work) => acceptPrompt(kit.core, work, row(away), 'hello'))
  expect(landed.ok).toBe(true)
  expect([row(away).run === null, row(other).ending]).toEqual([false, null])
})

test('a wake takes the place of an idle one, and that one comes back in the same way', () => {
  kit.settings.set({ maxLiveSessions: 1 })
  const away = idle()
  kit.clock.advance(daemonLimits.parkAfterMs)
  endProcess(kit, away)
  const other = idle()
  kit.clock.advance(parkFloorMs)
  kit.core.transact((work) => resumeSession(kit.core, work, row(away)))
  expect(row(other).ending).toBe('parked')
  endProcess(kit, other)
  comeBack(kit, away)
  kit.clock.advance(parkFloorMs)
  kit.core.transact((work) => acceptPrompt(kit.core, work, row(other), 'hello'))
  expect(row(away).ending).toBe('parked')
})

test('sixteen can be made in a burst, then one every two minutes, and a refusal says how long to wait', async () => {
  kit.settings.set({ maxLiveSessions: 64 })
  for (let n = 0; n < createBurst; n++) spawnedSession(kit)
  kit.clock.advance(10_000)
  const refused = await create('/not/there')
  const detail = { retryAfterMs: createEveryMs - 10_000 }
  expect(refused.error?.value).toMatchObject({ error: { code: 'throttled', detail } })
  kit.clock.advance(detail.retryAfterMs - 1)
  expect(await codeOf()).toBe('throttled')
  kit.clock.advance(1)
  data(await create(home.path))
  expect(await codeOf()).toBe('throttled')
  kit.clock.advance(createBurst * createEveryMs)
  for (let n = 0; n < createBurst; n++) spawnedSession(kit)
  expect(await codeOf()).toBe('throttled')
})

test('a daemon that starts again remembers the burst', async () => {
  for (let n = 0; n < createBurst; n++) {
    const id = spawnedSession(kit)
    endProcess(kit, id)
  }
  const { clock } = kit
  kit.close()
  kit = testCore({ home: home.path, clock, limits })
  expect(await codeOf()).toBe('throttled')
})

test('a create that is refused for something else costs nothing of the burst', async () => {
  for (let n = 0; n < 2 * createBurst; n++) expect(await codeOf('/not/there')).toBe('workspace_missing')
  expect(kit.core.budget.fullAt()).toBe(0)
})
