import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import type { JsonRpcId } from '../acp/change.ts'
import { type TestCore, testCore } from '../testing/core.ts'
import type { RunStore } from './store.ts'

let home: TempHome
let kit: TestCore
let runs: RunStore
let run: string
let made = 0

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  runs = kit.core.runs
  const names = { nickname: 'one', title: 'T', titleBy: 'nickname' } as const
  kit.core.sessions.insert({ id: 's_1', ...names, agent: 'demo', cwd: '/', askSalt: 'x', now: 1 })
})
beforeEach(() => {
  run = `r_${++made}`
  runs.insert({ id: run, session: 's_1', opening: 'new', now: made })
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

test('lines are numbered from 1 for the life of the run, also after they were taken', () => {
  runs.addLine(run, 'a')
  runs.addLine(run, 'b')
  expect(runs.nextLine(run)).toEqual({ n: 1, line: 'a' })
  runs.taken(run, 2)
  expect(runs.nextLine(run)).toBeNull()
  runs.addLine(run, 'c')
  expect(runs.nextLine(run)).toEqual({ n: 3, line: 'c' })
  expect(() => runs.addLine('r_none', 'x')).toThrow('no run')
})

test('what the keeper took is forgotten up to its number and no further', () => {
  for (const line of ['a', 'b', 'c']) runs.addLine(run, line)
  runs.taken(run, 2)
  runs.taken(run, 1)
  expect(runs.nextLine(run)).toEqual({ n: 3, line: 'c' })
})

test('the time to start is counted from when the keeper that has it was asked', () => {
  runs.spawning(run, 'k_1', 100)
  runs.spawning(run, 'k_2', 200)
  expect(runs.get(run)).toMatchObject({ keeper: 'k_2', spawnedAt: 200 })
})

test('a run that ended is no longer live and holds nothing for its agent', () => {
  runs.addLine(run, 'a')
  runs.addRequest(run, 1, 'fs/read_text_file', {})
  expect(runs.live().map((row) => row.id)).toContain(run)
  runs.ended(run, 5)
  expect(runs.live().map((row) => row.id)).not.toContain(run)
  expect([runs.nextLine(run), runs.requests(run), runs.known(run)]).toEqual([null, [], true])
})

test("a request's id comes back as what it was, and is answered once", () => {
  const ids: JsonRpcId[] = [0, '0', 'x"y', null, 1.5]
  for (const id of ids) runs.addRequest(run, id, 'fs/read_text_file', { path: '/a' })
  runs.addRequest(run, 0, 'fs/write_text_file', {})
  const kept = runs.requests(run)
  expect(new Set(kept.map((request) => request.id))).toEqual(new Set(ids))
  expect(kept.every((request) => request.method === 'fs/read_text_file')).toBe(true)
  expect(ids.map((id) => runs.takeRequest(run, id))).toEqual(ids.map(() => true))
  expect(runs.takeRequest(run, 0)).toBe(false)
})

test('each setting of a control has a number, and its answer counts once', () => {
  expect([runs.addControl(run, 'high'), runs.addControl(run, false)]).toEqual([1, 2])
  expect(runs.controlWaits(run, 2)).toBe(true)
  expect([runs.takeControl(run, 2), runs.takeControl(run, 2), runs.takeControl(run, 3)]).toEqual([
    false,
    null,
    null,
  ])
  expect([runs.controlWaits(run, 1), runs.controlWaits(run, 2)]).toEqual([true, false])
})

test('what was learned of a run is read back whole', () => {
  const capabilities = {
    protocolVersion: 1,
    name: 'x',
    version: null,
    load: true,
    resume: false,
    list: false,
    close: false,
    image: true,
    mcpHttp: false,
    steering: true,
    providers: false,
  }
  runs.setCapabilities(run, capabilities)
  runs.setPhase(run, 'open')
  runs.setReplaying(run, true)
  runs.setAskingMode(run, 'ask')
  runs.spawned(run, 42)
  runs.read(run, 1_000, 3)
  expect(runs.get(run)).toMatchObject({
    capabilities,
    phase: 'open',
    replaying: true,
    askingMode: 'ask',
    pid: 42,
    readTo: 1_000,
    malformed: 3,
  })
})
