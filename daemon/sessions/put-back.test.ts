import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { openSession, spawn, type TestCore, testCore, update } from '../testing/core.ts'
import { changeControl } from './change.ts'
import { runEnded } from './end-run.ts'
import { acceptPrompt } from './prompt.ts'

let home: TempHome
let kit: TestCore

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
})

afterAll(async () => {
  kit.close()
  await home.remove()
})

const option = (id: string, currentValue: string, values: readonly string[], category = id): object => ({
  id,
  name: id,
  category,
  type: 'select',
  currentValue,
  options: values.map((value) => ({ value, name: value })),
})
const MODES = ['ask', 'edit', 'all']
const MODELS = ['small', 'large']
const EFFORTS = ['low', 'high']
const AT_FIRST = [
  option('effort', 'low', EFFORTS),
  option('model', 'small', MODELS),
  option('mode', 'ask', MODES),
]

const row = (id: string) => {
  const session = kit.core.sessions.get(id)
  if (!session) throw new Error(`no session ${id}`)
  return session
}
const values = (id: string) => Object.fromEntries(row(id).controls.map((one) => [one.id, one.value]))
const asked = (id: string) => kit.taken(id).map(({ id: own, method, params }) => ({ own, method, params }))

/** A session in which something was said and these controls were set by a person. */
function chosenSession(choices: Record<string, string>, agent = 'demo'): string {
  const id = openSession(kit, { agent })
  kit.says(id, update({ sessionUpdate: 'config_option_update', configOptions: AT_FIRST }))
  const { core } = kit
  core.transact((work) => acceptPrompt(core, work, row(id), 'hello'))
  kit.taken(id)
  for (const [control, value] of Object.entries(choices)) {
    core.transact((work) => changeControl(core, work, row(id), control, value))
    const [sent] = kit.taken(id)
    kit.says(id, { id: sent?.id, result: {} })
  }
  return id
}

/** Its agent dies, and a new process opens the conversation, publishing `configOptions`. */
function killedAndOpened(id: string, configOptions: object[]): void {
  const { core } = kit
  core.transact((work) => {
    const run = core.runs.get(row(id).run ?? '')
    if (run) runEnded(core, work, run, { kind: 'lost' })
    acceptPrompt(core, work, row(id), 'back')
  })
  spawn(kit, id)
  const agentCapabilities = { loadSession: true, sessionCapabilities: { resume: {} } }
  kit.says(id, { id: 'initialize', result: { protocolVersion: 1, agentCapabilities } })
  kit.taken(id)
  kit.says(id, { id: 'resume', result: { configOptions } })
}

test('what a person set is set again, the mode first and a model before what depends on it', () => {
  const id = chosenSession({ effort: 'high', model: 'large', mode: 'edit' })
  killedAndOpened(id, AT_FIRST)
  expect(asked(id)).toMatchObject([{ own: 'start_mode', params: { configId: 'mode', value: 'edit' } }])
  kit.says(id, { id: 'start_mode', result: {} })
  expect(asked(id)).toMatchObject([{ own: 'put_back:model', params: { configId: 'model', value: 'large' } }])
  expect(kit.core.runs.get(row(id).run ?? '')?.phase).toBe('starting')
  kit.says(id, { id: 'put_back:model', result: {} })
  expect(asked(id)).toMatchObject([{ own: 'put_back:effort', params: { configId: 'effort', value: 'high' } }])
  kit.says(id, { id: 'put_back:effort', result: {} })
  expect(values(id)).toEqual({ effort: 'high', model: 'large', mode: 'edit' })
  // Only now the message that waited is delivered.
  expect(asked(id)).toMatchObject([{ method: 'session/prompt' }])
})

test('an agent that refuses the mode it is in is taken out of it first', () => {
  const id = chosenSession({ mode: 'edit', effort: 'high' }, 'kimi')
  killedAndOpened(id, AT_FIRST)
  expect(asked(id)).toMatchObject([{ own: 'start_mode', params: { configId: 'mode', value: 'ask' } }])
  kit.says(id, { id: 'start_mode', result: {} })
  expect(asked(id)).toMatchObject([{ own: 'put_back:mode', params: { configId: 'mode', value: 'edit' } }])
  kit.says(id, { id: 'put_back:mode', result: {} })
  expect(asked(id)).toMatchObject([{ own: 'put_back:effort' }])
  kit.says(id, { id: 'put_back:effort', result: {} })
  expect(values(id)).toMatchObject({ effort: 'high', mode: 'edit' })
})

test('what nobody chose stays as the agent has it', () => {
  const id = chosenSession({})
  killedAndOpened(id, [option('effort', 'high', EFFORTS), option('mode', 'ask', MODES)])
  expect(asked(id)).toMatchObject([{ method: 'session/prompt' }])
  expect(values(id)).toEqual({ effort: 'high', mode: 'ask' })
})

test('a value that is not offered any more is not sent, and said once', () => {
  const id = chosenSession({ model: 'large' })
  killedAndOpened(id, [option('model', 'small', ['small']), option('mode', 'ask', MODES)])
  expect(asked(id)).toMatchObject([{ method: 'session/prompt' }])
  killedAndOpened(id, [option('model', 'small', MODELS), option('mode', 'ask', MODES)])
  expect(asked(id)).toMatchObject([{ method: 'session/prompt' }])
  expect(errors(id)).toEqual([
    { code: 'control_withdrawn', message: 'the agent no longer offers large for model' },
  ])
})

test('a control that is not published any more is not sent, and said once', () => {
  const id = chosenSession({ effort: 'high' })
  killedAndOpened(id, [option('mode', 'ask', MODES)])
  expect(asked(id)).toMatchObject([{ method: 'session/prompt' }])
  expect(errors(id)).toEqual([
    { code: 'control_withdrawn', message: 'the agent no longer has effort, which was high' },
  ])
})

test('one that the agent refuses leaves the conversation open, at what the agent has', () => {
  const id = chosenSession({ model: 'large' })
  killedAndOpened(id, AT_FIRST)
  expect(asked(id)).toMatchObject([{ own: 'put_back:model' }])
  kit.says(id, { id: 'put_back:model', error: { code: -32602, message: 'not today' } })
  expect(values(id)).toMatchObject({ model: 'small' })
  expect(errors(id)).toEqual([
    { code: 'control_refused', message: 'the agent did not take model large again: not today' },
  ])
  expect(asked(id)).toMatchObject([{ method: 'session/prompt' }])
})

test('an open agent that changes what was chosen has the last word', () => {
  const id = chosenSession({ model: 'large', effort: 'high' })
  kit.says(id, update({ sessionUpdate: 'config_option_update', configOptions: AT_FIRST }))
  expect(row(id).chosen).toEqual({ model: 'small', effort: 'low' })
})

const errors = (id: string) =>
  kit
    .events(id)
    .flatMap((event) => (event.type === 'error' ? [{ code: event.code, message: event.message }] : []))
