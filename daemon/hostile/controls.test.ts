/** What a person sets on an agent, and what an agent says about itself: titles, usage, commands. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Machine, startMachine } from '../testing/machine.ts'
import { puppetCommand, type Step, steps } from '../testing/puppet.ts'
import { data } from '../testing/rig.ts'

// Processes of its own on a machine that is busy with other tests.
setDefaultTimeout(20_000)

let machine: Machine
beforeAll(async () => {
  machine = await startMachine({
    env: {
      FAIRLEAD_AGENT_GOOSE: puppetCommand('--modes', 'calm,wild', '--modes-refused'),
      FAIRLEAD_AGENT_GROK: puppetCommand(),
    },
  })
})
afterAll(() => machine.end(), 20_000)

const set = (session: string, control: string, value: string | boolean) =>
  machine.acts(session).controls({ control }).post({ value })
const valueIn = async (session: string, control: string) =>
  (await machine.session(session, () => true)).controls.find(({ id }) => id === control)?.value
const title = async (session: string) => (await machine.session(session, () => true)).title
const done: Step = { end: 'end_turn' }
const titled = (text: string): Step => ({ update: { sessionUpdate: 'session_info_update', title: text } })

test('a control is set with the agent’s word for it: the answer has it, and the log says so once', async () => {
  const session = await machine.idle()
  const before = (await machine.events(session)).length
  const now = data(await set(session, 'model', 'demo-large'))
  expect(now.controls.find(({ id }) => id === 'model')).toMatchObject({ value: 'demo-large' })
  data(await set(session, 'verbose', true))
  expect(await valueIn(session, 'verbose')).toBe(true)
  data(await set(session, 'verbose', true))
  const news = (await machine.events(session)).slice(before)
  expect(news.map(({ type }) => type)).toEqual(['config', 'config'])
})

test('a control that is not there and a value that was never offered are refused', async () => {
  const session = await machine.idle()
  expect((await set(session, 'nothing', 'x')).error).toMatchObject({
    status: 404,
    value: { error: { code: 'control_not_found' } },
  })
  for (const [control, value] of [
    ['model', 'gpt-9'],
    ['model', true],
    ['verbose', 'yes'],
  ] as const) {
    const refused = (await set(session, control, value)).error
    expect(refused).toMatchObject({ status: 409, value: { error: { code: 'option_unknown' } } })
  }
})

test('what is chosen for an agent that is away is said to wait, and is set when it is back', async () => {
  const session = await machine.idle()
  data(await machine.acts(session).stop.post())
  expect(data(await set(session, 'model', 'demo-large'))).toMatchObject({ waitingControls: ['model'] })
  await machine.prompt(session, 'say: back')
  await machine.event(session, 'turn_result')
  const now = await machine.session(session, ({ waitingControls }) => waitingControls === undefined)
  expect(now.controls.find(({ id }) => id === 'model')).toMatchObject({ value: 'demo-large' })
})

test('what an agent refuses stays as it was, and its words are in the log', async () => {
  const session = await machine.idle('goose')
  const refused = (await set(session, 'mode', 'wild')).error
  expect(refused).toMatchObject({ status: 409, value: { error: { code: 'control_refused' } } })
  expect(await machine.event(session, 'error')).toMatchObject({
    code: 'control_refused',
    message: 'no such mode for you',
  })
  expect(await valueIn(session, 'mode')).toBe('calm')
})

test('a mode that the agent changes by itself is news once', async () => {
  const mode: Step = { update: { sessionUpdate: 'current_mode_update', currentModeId: 'wild' } }
  const session = await machine.begin(steps(mode, mode, done), 'goose')
  await machine.event(session, 'turn_result')
  expect(await valueIn(session, 'mode')).toBe('wild')
  const config = (await machine.events(session)).filter((event) => event.type === 'config')
  expect(config).toHaveLength(2)
})

test('a session is called after its first line, then as its agent says, and for ever as a person says', async () => {
  const first = await machine.begin('say: hello there\nsay: more')
  expect(await title(first)).toBe('say: hello there')
  const session = await machine.idle('grok')
  await machine.prompt(session, steps(titled('From the agent'), done))
  await machine.event(session, 'turn_result')
  expect(await title(session)).toBe('From the agent')
  data(await machine.acts(session).patch({ title: '  Mine\u202e ' }))
  expect(await title(session)).not.toContain('\u202e')
  data(await machine.acts(session).patch({ title: 'Mine' }))
  await machine.prompt(session, steps(titled('From the agent again'), done))
  await machine.event(session, 'turn_result', 2)
  expect(await title(session)).toBe('Mine')
})

test('a nickname is taken once, by a session or by nobody', async () => {
  const [one, other] = [await machine.idle('grok'), await machine.idle('grok')]
  expect(data(await machine.acts(one).patch({ nickname: 'anchor' })).nickname).toBe('anchor')
  const taken = await machine.acts(other).patch({ nickname: 'anchor' })
  expect(taken.error).toMatchObject({ status: 409, value: { error: { code: 'nickname_taken' } } })
  expect(data(await machine.acts('anchor').get()).id).toBe(one)
})

test('usage is kept as it was reported, before the result or after it, and nothing is made up', async () => {
  const session = await machine.begin(steps(done), 'grok')
  await machine.event(session, 'turn_result')
  expect((await machine.session(session, () => true)).context).toBeNull()
  const usage = (fields: object): Step => ({ update: { sessionUpdate: 'usage_update', ...fields } })
  const cost = { amount: 0.25, currency: 'USD' }
  await machine.prompt(
    session,
    steps(usage({ used: 1_000, size: 200_000, cost }), done, usage({ used: 1_500 })),
  )
  expect(await machine.event(session, 'usage', 2)).toMatchObject({ used: 1_500 })
  expect((await machine.session(session, (now) => now.context?.used === 1_500)).context).toEqual({
    used: 1_500,
    size: 200_000,
    cost,
  })
  const [first, second] = (await machine.events(session)).filter((event) => event.type === 'usage')
  expect(first).toMatchObject({ used: 1_000, size: 200_000, cost })
  expect(second).not.toHaveProperty('size')
})

test('the commands that an agent offers are on the session, in its order', async () => {
  const session = await machine.idle()
  const now = await machine.session(session, (one) => one.commands.length > 0)
  expect(now.commands.map(({ name }) => name)).toEqual(['help', 'recall'])
})
