/** Controls of a session whose agent was shut down, and what people see of them while it comes back. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { testApi } from '../testing/api.ts'
import { eventsOfType, spawn, spawnedSession, type TestCore, testCore, update } from '../testing/core.ts'
import { endProcess } from '../testing/end-process.ts'
import { data } from '../testing/rig.ts'
import { clearSession } from './clear.ts'
import { endRun } from './end-run.ts'
import { parkSession } from './parking.ts'
import { acceptPrompt } from './prompt.ts'
import { snapshotOf } from './snapshot.ts'

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

const row = (id: string) => {
  const found = kit.core.sessions.get(id)
  if (!found) throw new Error('no such session')
  return found
}
const select = (id: string, category: string, currentValue: string, ...values: string[]) => ({
  id,
  name: id,
  category,
  type: 'select',
  currentValue,
  options: values.map((value) => ({ value, name: value })),
})
const offered = (mode = 'ask', model = 'small', effort = 'low') => [
  select('mode', 'mode', mode, 'ask', 'auto'),
  select('model', 'model', model, 'small', 'large'),
  select('effort', 'thought_level', effort, 'low', 'high'),
]
const values = (id: string) =>
  Object.fromEntries(snapshotOf(kit.core, row(id)).controls.map((one) => [one.id, one.value]))
const agentCapabilities = { loadSession: true, sessionCapabilities: { resume: {} } }
const initialized = { id: 'initialize', result: { protocolVersion: 1, agentCapabilities } }

/** Open, after its first turn, with what it offers. */
function open(agent = 'demo'): string {
  const id = spawnedSession(kit, { agent, text: 'one' })
  kit.says(id, initialized, { id: 'new', result: { sessionId: 'conversation', configOptions: offered() } })
  kit.says(id, { id: 'prompt:1', result: { stopReason: 'end_turn' } })
  kit.taken(id)
  return id
}
function parked(agent = 'demo'): string {
  const id = open(agent)
  kit.core.transact((work) => parkSession(kit.core, work, row(id)))
  endProcess(kit, id)
  return id
}
const wake = (id: string): void => {
  kit.core.transact((work) => acceptPrompt(kit.core, work, row(id), 'hello'))
  spawn(kit, id)
}
const choose = (id: string, control: string, value: string) =>
  testApi(kit, home.path).api.v1.sessions({ session: id }).controls({ control }).post({ value })
const code = async (answer: ReturnType<typeof choose>): Promise<unknown> =>
  ((await answer).error?.value as { error: { code: string } } | undefined)?.error.code
/** Answers every setting the agent is asked for; what it was asked for. */
function setAll(id: string): unknown[] {
  const asked: unknown[] = []
  for (let lines = kit.taken(id); lines.length; lines = kit.taken(id)) {
    for (const line of lines) {
      if (line.method !== 'session/set_config_option') continue
      const { configId, value } = line.params as { configId: string; value: string }
      asked.push(`${configId}=${value}`)
      kit.says(id, { id: line.id, result: {} })
    }
  }
  return asked
}

test('a session that could be set at 29 minutes and not at 31: a choice while its agent is away is kept, and the answer says so', async () => {
  const id = parked()
  const answered = data(await choose(id, 'model', 'large'))
  expect(answered).toMatchObject({ status: 'parked', waitingControls: ['model'] })
  expect(values(id)).toEqual({ mode: 'ask', model: 'large', effort: 'low' })
  expect(row(id).run).toBeNull()
})

test('what was chosen meanwhile is asked of the agent when it comes back, before anything is delivered', async () => {
  const id = parked()
  data(await choose(id, 'model', 'large'))
  data(await choose(id, 'mode', 'auto'))
  wake(id)
  kit.says(id, initialized, { id: 'resume', result: { configOptions: offered() } })
  expect(kit.core.turns.open(id)).toBeNull()
  expect(setAll(id)).toEqual(['mode=auto', 'model=large'])
  expect(kit.core.turns.open(id)).not.toBeNull()
  expect(values(id)).toEqual({ mode: 'auto', model: 'large', effort: 'low' })
  expect(snapshotOf(kit.core, row(id)).waitingControls).toBeUndefined()
})

test('a choice outlives a restart of the daemon', async () => {
  const id = parked()
  data(await choose(id, 'effort', 'high'))
  const { clock } = kit
  kit.close()
  kit = testCore({ home: home.path, clock })
  expect(snapshotOf(kit.core, row(id)).waitingControls).toEqual(['effort'])
  wake(id)
  kit.says(id, initialized, { id: 'resume', result: { configOptions: offered() } })
  expect(setAll(id)).toEqual(['effort=high'])
})

test('a value that nobody offered is refused without an agent, not kept and dropped at the wake', async () => {
  const id = parked()
  expect(await code(choose(id, 'model', 'huge'))).toBe('option_unknown')
  expect(await code(choose(id, 'colour', 'red'))).toBe('control_not_found')
  expect(row(id).waitingControls).toEqual([])
})

test('a choice that the agent does not offer any more is said, and is not asked for', async () => {
  const id = parked()
  data(await choose(id, 'effort', 'high'))
  wake(id)
  const configOptions = offered().map((one) =>
    one.id === 'effort' ? { ...one, options: [{ value: 'low', name: 'low' }] } : one,
  )
  kit.says(id, initialized, { id: 'resume', result: { configOptions } })
  expect(setAll(id)).toEqual([])
  expect(values(id).effort).toBe('low')
  expect(eventsOfType(kit, id, 'error').at(-1)).toMatchObject({ code: 'control_withdrawn' })
})

test('a tap that was overwritten by what was put back: it is refused as busy until the agent is set again', async () => {
  const id = parked()
  data(await choose(id, 'model', 'large'))
  wake(id)
  expect(await code(choose(id, 'effort', 'high'))).toBe('busy')
  kit.says(id, initialized, { id: 'resume', result: { configOptions: offered() } })
  expect(await code(choose(id, 'effort', 'high'))).toBe('busy')
  expect(setAll(id)).toEqual(['model=large'])
  expect(values(id)).toMatchObject({ model: 'large', effort: 'low' })
})

test('a tap while the agent is replaced or shut down is refused as busy, not kept for nobody', async () => {
  for (const reason of ['config_changed', 'parked'] as const) {
    const id = open()
    kit.core.transact((work) => endRun(kit.core, work, row(id), reason))
    expect(await code(choose(id, 'model', 'large'))).toBe('busy')
    expect(row(id).waitingControls).toEqual([])
  }
})

test('a tap while the conversation is cleared is refused as busy: what is there is about to be replaced', async () => {
  const id = open()
  kit.core.transact((work) => clearSession(kit.core, work, row(id)))
  expect(await code(choose(id, 'model', 'large'))).toBe('busy')
  const parking = kit.core.transact((work) => parkSession(kit.core, work, row(id)))
  expect(parking.ok).toBe(false)
})

test('four snapshots in 33 ms of which three were not their session: nobody sees the agent walk from its defaults to what was chosen', async () => {
  const id = parked()
  data(await choose(id, 'mode', 'auto'))
  data(await choose(id, 'effort', 'high'))
  const wanted = { mode: 'auto', model: 'small', effort: 'high' }
  const before = eventsOfType(kit, id, 'config').length
  wake(id)
  kit.says(id, initialized)
  expect(values(id)).toEqual(wanted)
  kit.says(id, { id: 'resume', result: { configOptions: offered() } })
  expect(values(id)).toEqual(wanted)
  // It tells of its defaults by itself as well.
  kit.says(id, update({ sessionUpdate: 'config_option_update', configOptions: offered('auto') }))
  expect(values(id)).toEqual(wanted)
  setAll(id)
  expect(values(id)).toEqual(wanted)
  expect(eventsOfType(kit, id, 'config')).toHaveLength(before)
  expect(row(id).held).toBeNull()
})

test('what did not come back is shown as it is once all is settled, in one event', async () => {
  const id = parked()
  data(await choose(id, 'effort', 'high'))
  const before = eventsOfType(kit, id, 'config').length
  wake(id)
  kit.says(id, initialized, { id: 'resume', result: { configOptions: offered() } })
  const [line] = kit.taken(id).filter(({ method }) => method === 'session/set_config_option')
  expect(values(id).effort).toBe('high')
  kit.says(id, { id: line?.id, error: { code: -32000, message: 'not today' } })
  expect(values(id).effort).toBe('low')
  expect(eventsOfType(kit, id, 'config')).toHaveLength(before + 1)
})

test('an agent that does not come back leaves the controls as people saw them', async () => {
  const id = parked()
  data(await choose(id, 'effort', 'high'))
  wake(id)
  kit.says(id, initialized, { id: 'resume', result: { configOptions: offered() } })
  endProcess(kit, id)
  expect(values(id)).toMatchObject({ effort: 'high' })
  expect(row(id).waitingControls).toEqual(['effort'])
})

test('a deploy gave parked sessions away: stopped, exited and interrupted ones keep their controls, and a choice for later', async () => {
  for (const reason of ['stopped', 'agent_exited', 'agent_signed_out', 'daemon_shutdown'] as const) {
    const id = open()
    kit.core.transact((work) => endRun(kit.core, work, row(id), reason))
    endProcess(kit, id)
    expect(data(await choose(id, 'model', 'large'))).toMatchObject({ reason, waitingControls: ['model'] })
    expect(row(id).run).toBeNull()
  }
})

test('the effort that did not appear: where controls belong to the model, a model chosen while away fetches the agent', async () => {
  const id = parked('cursor')
  const answer = choose(id, 'model', 'large')
  await kit.clock.settle()
  expect(row(id).run).not.toBeNull()
  // The old model's own are not put back onto the new one, even where the value exists there by chance.
  expect(values(id)).toEqual({ mode: 'ask', model: 'large' })
  spawn(kit, id)
  const fresh = offered().slice(0, 2)
  kit.says(id, initialized, { id: 'resume', result: { configOptions: fresh } })
  const [line] = kit.taken(id).filter(({ method }) => method === 'session/set_config_option')
  kit.says(id, { id: line?.id, result: { configOptions: offered('ask', 'large', 'high') } })
  expect(data(await answer)).toMatchObject({ status: 'idle' })
  expect(values(id)).toEqual({ mode: 'ask', model: 'large', effort: 'high' })
})

test('a stopped session of such an agent is not fetched by a choice: a person ended it', async () => {
  const id = open('cursor')
  kit.core.transact((work) => endRun(kit.core, work, row(id), 'stopped'))
  endProcess(kit, id)
  data(await choose(id, 'model', 'large'))
  expect(row(id).run).toBeNull()
})
