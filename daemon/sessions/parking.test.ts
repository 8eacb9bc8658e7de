/** When an agent is shut down for being idle, and when it must not be. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { daemonLimits } from '../limits.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { openSession, spawnedSession, type TestCore, testCore, update } from '../testing/core.ts'
import { comeBack, endProcess } from '../testing/end-process.ts'
import { data } from '../testing/rig.ts'
import { acceptPrompt } from './prompt.ts'
import { snapshotOf } from './snapshot.ts'
import { stopSession } from './stop.ts'

let home: TempHome
let kit: TestCore
let api: TestApi['api']
beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  api = testApi(kit, home.path).api
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

const { parkAfterMs } = daemonLimits
const row = (id: string) => {
  const found = kit.core.sessions.get(id)
  if (!found) throw new Error('no such session')
  return found
}
const prompt = (id: string, text: string) =>
  kit.core.transact((work) => acceptPrompt(kit.core, work, row(id), text))
const ended = (turn: number) => ({ id: `prompt:${turn}`, result: { stopReason: 'end_turn' } })
/** Idle after its first turn. */
const idle = (): string => {
  const id = openSession(kit, { text: 'one' })
  kit.says(id, ended(1))
  return id
}
const permission = (id: number) => ({
  id,
  method: 'session/request_permission',
  params: {
    sessionId: 'conversation',
    toolCall: { toolCallId: 't', title: 'Do it' },
    options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
  },
})
const park = (id: string) => api.v1.sessions({ session: id }).park.post()
const settled = async <T>(request: Promise<T>, id: string): Promise<T> => {
  await kit.clock.settle()
  endProcess(kit, id)
  return request
}

test('a session nobody had touched in two days was still holding its agent: it is shut down half an hour after the last use', () => {
  const id = openSession(kit, { text: 'one' })
  kit.clock.advance(5_000)
  kit.says(id, ended(1))
  kit.clock.advance(parkAfterMs - 1)
  expect(row(id).ending).toBeNull()
  kit.clock.advance(1)
  expect(row(id).ending).toBe('parked')
  expect(kit.asked.at(-1)).toMatchObject({ act: 'end' })
  endProcess(kit, id)
  expect(snapshotOf(kit.core, row(id))).toMatchObject({ status: 'parked', reason: 'parked' })
  expect(snapshotOf(kit.core, row(id)).detail).toBeUndefined()
})

test('a machine that is set to never shut down idle agents does not', () => {
  kit.settings.set({ parkAfterMs: null })
  const id = openSession(kit)
  kit.clock.advance(100 * parkAfterMs)
  expect(row(id).ending).toBeNull()
})

test('one that was brought back after a long time is idle since it came, not since it was used', () => {
  const id = idle()
  kit.clock.advance(parkAfterMs)
  endProcess(kit, id)
  kit.clock.advance(parkAfterMs)
  kit.core.transact((work) => acceptPrompt(kit.core, work, row(id), 'hello'))
  comeBack(kit, id)
  expect(kit.core.turns.open(id)).not.toBeNull()
  kit.says(id, ended(kit.core.turns.open(id)?.seq ?? 0))
  kit.clock.advance(parkAfterMs - 1)
  expect(row(id).ending).toBeNull()
})

test('its successor computes the same instant from rows', () => {
  const id = openSession(kit)
  kit.clock.advance(parkAfterMs - 10)
  const { clock } = kit
  kit.close()
  kit = testCore({ home: home.path, clock })
  kit.alarms.set(id)
  clock.advance(9)
  expect(row(id).ending).toBeNull()
  clock.advance(1)
  expect(row(id).ending).toBe('parked')
})

const busy: [string, () => string, string][] = [
  ['a turn', () => openSession(kit, { text: 'one' }), 'a turn is under way'],
  [
    'an ask outside a turn',
    () => {
      const id = openSession(kit)
      kit.says(id, permission(0))
      return id
    },
    'its agent waits for an answer',
  ],
  [
    'a message that waits for a turn of the machine',
    () => {
      kit.settings.set({ maxActiveTurns: 1 })
      openSession(kit, { text: 'other' })
      return openSession(kit, { text: 'waits' })
    },
    'a message waits for its agent',
  ],
  ['a start', () => spawnedSession(kit), 'its agent is starting'],
]

for (const [what, make, why] of busy) {
  test(`${what} keeps the agent, whoever asks, and says so in words`, async () => {
    const id = make()
    const refused = await park(id)
    expect(refused.error?.value).toMatchObject({ error: { code: 'busy' } })
    expect(JSON.stringify(refused.error?.value)).toContain(why)
    if (row(id).conversation !== null) kit.clock.advance(daemonLimits.silenceMs / 2)
    expect(row(id).ending).not.toBe('parked')
  })
}

test('an agent that cannot open a conversation again is never shut down for being idle', async () => {
  const id = spawnedSession(kit, { text: 'one' })
  kit.says(id, { id: 'initialize', result: { protocolVersion: 1, agentCapabilities: {} } })
  kit.says(id, { id: 'new', result: { sessionId: 'conversation' } }, ended(1))
  kit.clock.advance(10 * parkAfterMs)
  expect(row(id).ending).toBeNull()
  expect((await park(id)).error?.value).toMatchObject({ error: { code: 'busy' } })
})

test('a person shuts it down at once, and once more changes nothing', async () => {
  const id = openSession(kit)
  const answered = data(await settled(park(id), id))
  expect(answered).toMatchObject({ status: 'parked' })
  expect(data(await park(id))).toEqual(answered)
})

test('the controls and the commands of the agent stay on screen while it is away', async () => {
  const id = openSession(kit)
  const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] }
  const configOptions = [
    { id: 'fast', name: 'Fast', type: 'boolean', currentValue: true },
    { id: 'x', name: 'X', type: 'select', currentValue: 'a', options: [{ value: 'a', name: 'A' }] },
  ]
  kit.says(id, update({ sessionUpdate: 'config_option_update', configOptions, modes }))
  const availableCommands = [{ name: 'context', description: 'Shows it' }]
  kit.says(id, update({ sessionUpdate: 'available_commands_update', availableCommands }))
  const before = snapshotOf(kit.core, row(id))
  expect(before.controls).toHaveLength(3)
  const parked = data(await settled(park(id), id))
  expect([parked.controls, parked.commands]).toEqual([before.controls, before.commands])
  const { clock } = kit
  kit.close()
  kit = testCore({ home: home.path, clock })
  const again = snapshotOf(kit.core, row(id))
  expect([again.controls, again.commands]).toEqual([before.controls, before.commands])
})

test('a message that comes while the agent is being shut down is a use of it: the next one gets it', () => {
  const id = idle()
  kit.clock.advance(parkAfterMs)
  expect(row(id).ending).toBe('parked')
  const landed = prompt(id, 'wait')
  expect(landed).toMatchObject({ ok: true, value: { landed: 'queued' } })
  endProcess(kit, id)
  expect(row(id)).toMatchObject({ exitReason: null })
  comeBack(kit, id)
  expect(kit.core.turns.open(id)?.seq).toBe(landed.ok ? landed.value.seq : 0)
})

test('a stop while it is being shut down outranks it', () => {
  const id = openSession(kit)
  kit.clock.advance(parkAfterMs)
  kit.core.transact((work) => stopSession(kit.core, work, row(id)))
  endProcess(kit, id)
  expect(row(id).exitReason).toBe('stopped')
})
