import { afterEach, beforeEach, expect, test } from 'bun:test'
import pino from 'pino'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import { createCommands } from '../commands/commands.ts'
import { createCommandStore } from '../commands/store.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { openSession, type TestCore, testCore } from '../testing/core.ts'
import { data } from '../testing/rig.ts'
import { createSettings } from './settings.ts'

let home: TempHome
let kit: TestCore
let api: TestApi
beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path, limits: { liveSessions: 12, activeTurns: 5 } })
  api = testApi(kit, home.path)
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

const settings = () => api.api.v1.settings

test('a change names the fields that it changes, and answers them all', async () => {
  const before = data(await settings().get())
  expect(before).toMatchObject({ parkAfterMs: 30 * MINUTE_MS, askQuestions: true })
  const after = data(await settings().patch({ parkAfterMs: null, askQuestions: false }))
  expect(after).toEqual({ ...before, parkAfterMs: null, askQuestions: false })
  expect(data(await settings().get())).toEqual(after)
})

test('a value past its bounds is refused, and nothing of the change is kept', async () => {
  const before = data(await settings().get())
  for (const body of [{ parkAfterMs: 1 }, { maxLiveSessions: 0 }, { maxActiveTurns: 65, bringBack: false }]) {
    const refused = await settings().patch(body)
    expect(refused.error?.value).toMatchObject({ error: { code: 'invalid_request' } })
  }
  expect(data(await settings().get())).toEqual(before)
})

test('a change sent twice under one key is made once, even when another came between', async () => {
  const headers = { 'idempotency-key': 'once' }
  const first = data(await settings().patch({ maxLiveSessions: 3 }, { headers }))
  await settings().patch({ maxLiveSessions: 4 })
  expect(data(await settings().patch({ maxLiveSessions: 3 }, { headers }))).toEqual(first)
  expect(data(await settings().get()).maxLiveSessions).toBe(4)
})

test('a change is one line in the log, a change that changes nothing is none', async () => {
  const lines: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) })
  const commands = createCommands({ store: createCommandStore(kit.db), transact: kit.core.transact })
  const own = createSettings({ core: kit.core, store: kit.settings, commands, log })
  const request = { subject: 'local', route: 'PATCH /v1/settings', key: null, body: {}, status: 200 }
  await own.change(request, { bringBack: false })
  await own.change(request, { bringBack: false })
  expect(lines.map((line) => JSON.parse(line).settings)).toEqual([{ bringBack: false }])
})

test('what waits for a turn is delivered as soon as the machine may have one more', async () => {
  kit.settings.set({ maxActiveTurns: 1 })
  openSession(kit, { text: 'first' })
  const second = openSession(kit, { text: 'second' })
  expect(kit.core.turns.open(second)).toBeNull()
  await settings().patch({ maxActiveTurns: 2 })
  expect(kit.core.turns.open(second)?.seq).toBe(1)
})

test('a shorter time until an idle agent is shut down counts for those that are idle now', async () => {
  const session = openSession(kit)
  kit.clock.advance(6 * MINUTE_MS)
  await settings().patch({ parkAfterMs: 5 * MINUTE_MS })
  kit.clock.advance(0)
  expect(kit.core.sessions.get(session)?.ending).toBe('parked')
})

test('a machine that may not ask declares no forms to its agents and declines what they ask all the same', async () => {
  const asked = openSession(kit, { text: 'one' })
  await settings().patch({ askQuestions: false })
  const requestedSchema = { type: 'object', properties: { a: { type: 'string' } } }
  const params = { sessionId: 'conversation', mode: 'form', message: 'Which?', requestedSchema }
  kit.taken(asked)
  kit.says(asked, { id: 7, method: 'elicitation/create', params })
  expect(kit.core.asks.anyOpen(asked)).toBe(false)
  expect(kit.taken(asked)).toMatchObject([{ id: 7, result: { action: 'decline' } }])
  expect(kit.events(asked).at(-1)).toMatchObject({ type: 'error', code: 'question_declined' })

  const made = data(await api.api.v1.sessions.post({ agent: 'demo', cwd: home.path })).id
  const run = kit.core.sessions.get(made)?.run ?? ''
  const line = kit.core.runs.nextLine(run)
  expect(JSON.parse(line?.line ?? '{}').params.clientCapabilities).not.toHaveProperty('elicitation')
})

test('a permission is still asked on a machine that may not ask questions', async () => {
  const session = openSession(kit, { text: 'one' })
  await settings().patch({ askQuestions: false })
  const params = {
    sessionId: 'conversation',
    toolCall: { toolCallId: 't', title: 'Do it' },
    options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
  }
  kit.says(session, { id: 8, method: 'session/request_permission', params })
  expect(kit.core.asks.open(session)).toHaveLength(1)
})
