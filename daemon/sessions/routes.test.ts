import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { Value } from '../../shared/typebox.ts'
import { Session } from '../../shared/wire/session.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { answerOpening, openSession, spawn, type TestCore, testCore, update } from '../testing/core.ts'
import { data } from '../testing/rig.ts'
import { endRun, runEnded } from './end-run.ts'

let home: TempHome
let kit: TestCore
let api: TestApi['api']

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  api = testApi(kit, home.path).api
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

const path = (session: string) => api.v1.sessions({ session })

function endProcess(session: string, left: { pid: number; command: string }[] = []): void {
  const run = kit.core.runs.get(kit.core.sessions.get(session)?.run ?? '')
  const end = { end: 0, code: 1, signal: null, stderr: 'it broke\n', left }
  if (run) kit.core.transact((work) => runEnded(kit.core, work, run, { kind: 'ended', end }))
}

const controls = {
  configOptions: [
    {
      id: 'mode',
      name: 'Mode',
      description: 'What it may do',
      category: 'mode',
      type: 'select',
      currentValue: 'ask',
      options: [
        { value: 'ask', name: 'Ask', description: 'Asks' },
        { value: 'all', name: 'All' },
      ],
    },
    { id: 'fast', name: 'Fast', type: 'boolean', currentValue: false },
  ],
}

test('a session with every optional field is sent as it is', async () => {
  const session = openSession(kit, { text: 'one' })
  kit.taken(session)
  kit.says(
    session,
    update({ sessionUpdate: 'config_option_update', ...controls }),
    update({
      sessionUpdate: 'available_commands_update',
      availableCommands: [{ name: 'plan', description: 'Plans', input: { hint: 'what' } }],
    }),
    update({ sessionUpdate: 'usage_update', used: 1.5, size: 200, cost: { amount: 0.1, currency: 'USD' } }),
    {
      id: 0,
      method: 'session/request_permission',
      params: {
        sessionId: 'conversation',
        toolCall: { toolCallId: 't', title: 'Run', kind: 'execute', rawInput: { command: 'ls' } },
        options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
      },
    },
    {
      id: 'form',
      method: 'elicitation/create',
      params: {
        sessionId: 'conversation',
        message: 'Which?',
        requestedSchema: { type: 'object', properties: { q: { type: 'string', enum: ['a', 'b'] } } },
      },
    },
  )
  data(await path(session).prompt.post({ text: 'two' }))
  const cancelling = path(session).cancel.post()
  while (kit.core.turns.open(session)?.cancelAt === null) await kit.clock.settle()
  await kit.clock.settle(kit.core.limits.cancelSettleMs)
  expect(data(await cancelling)).toEqual({ outcome: 'cancelling', turn: 1, settled: false })
  const cancelled = data(await path(session).get())
  expect(cancelled).toMatchObject({
    turn: 1,
    cancelRequestedAt: kit.clock.now() - kit.core.limits.cancelSettleMs,
    queue: [{ text: 'two' }],
    controls: [
      { id: 'mode', value: 'ask' },
      { id: 'fast', value: false },
    ],
    commands: [{ name: 'plan', hint: 'what' }],
    context: { used: 1.5, size: 200, cost: { amount: 0.1, currency: 'USD' } },
  })
  kit.core.transact((work) => {
    const row = kit.core.sessions.get(session)
    if (row) endRun(kit.core, work, row, 'agent_broken', 'it wrote nonsense')
  })
  endProcess(session, [{ pid: 7, command: 'sleep 1000' }])
  const over = data(await path(session).get())
  expect(over).toMatchObject({
    status: 'exited',
    reason: 'agent_broken',
    detail: 'it wrote nonsense',
    unconfirmed: true,
    turn: null,
    cancelRequestedAt: null,
  })
  for (const one of [cancelled, over]) expect(Value.Check(Session, one)).toBe(true)
  expect(data(await api.v1.sessions.get()).find((one) => one.id === session)).toEqual(over)
})

test('a snapshot carries open asks of both kinds', async () => {
  const session = openSession(kit)
  kit.says(
    session,
    {
      id: 1,
      method: 'session/request_permission',
      params: {
        toolCall: { toolCallId: 'untitled' },
        options: [{ optionId: 'no', name: 'No', kind: 'reject_once' }],
      },
    },
    {
      id: null,
      method: 'elicitation/create',
      params: { sessionId: 'conversation', message: 'Sure?', requestedSchema: {} },
    },
  )
  const { asks, status } = data(await path(session).get())
  expect(status).toBe('blocked')
  expect(asks).toMatchObject([
    { kind: 'permission', title: 'untitled', options: [{ id: 'no', name: 'No', kind: 'reject_once' }] },
    { kind: 'question', title: 'Sure?' },
  ])
})

test('creating answers 201 with the session, its first message in its queue', async () => {
  const made = await api.v1.sessions.post({
    agent: 'demo',
    cwd: home.path,
    nickname: 'made-here',
    title: ' A  title ',
    text: 'hello',
  })
  expect(made.status).toBe(201)
  expect(data(made)).toMatchObject({
    nickname: 'made-here',
    title: 'A title',
    status: 'starting',
    turn: null,
  })
  expect(data(made).queue.map((prompt) => prompt.text)).toEqual(['hello'])
  const again = await api.v1.sessions.post({ agent: 'demo', cwd: home.path, nickname: 'made-here' })
  expect([again.status, again.error?.value]).toMatchObject([409, { error: { code: 'nickname_taken' } }])
})

test('what cannot be created is refused before anything is stored', async () => {
  const before = kit.core.sessions.list().length
  const refused = async (body: Parameters<typeof api.v1.sessions.post>[0]) => {
    const { error } = await api.v1.sessions.post(body)
    return error?.value && 'error' in error.value ? error.value.error.code : null
  }
  expect(await refused({ agent: 'demo', cwd: '/nowhere/at/all' })).toBe('workspace_missing')
  expect(await refused({ agent: 'demo', cwd: 'here' })).toBe('invalid_request')
  expect(await refused({ agent: 'nobody', cwd: home.path })).toBe('agent_not_found')
  expect(await refused({ agent: 'demo', cwd: home.path, text: ' \n' })).toBe('invalid_request')
  expect(await refused({ agent: 'demo', cwd: home.path, nickname: 'No Good' })).toBe('invalid_request')
  expect(kit.core.sessions.list().length).toBe(before)
})

test('names, titles and pins are changed together or not at all', async () => {
  const session = openSession(kit)
  const changed = data(await path(session).patch({ title: 'Mine', nickname: 'other-name', pinned: true }))
  expect(changed).toMatchObject({ title: 'Mine', nickname: 'other-name', pinned: true })
  const refused = await path(session).patch({ title: 'Lost', nickname: 'made-here' })
  expect(refused.status).toBe(409)
  expect(data(await path('other-name').get()).title).toBe('Mine')
  expect((await path(session).patch({ title: '\u200b' })).status).toBe(422)
})

test('a message lands, is queued behind a turn, and is taken back', async () => {
  const session = openSession(kit)
  const first = await path(session).prompt.post({ text: 'first' })
  expect([first.status, data(first).landed]).toEqual([202, 'started'])
  const second = data(await path(session).prompt.post({ text: 'second' }))
  expect(second.landed).toBe('queued')
  expect(data(await path(session).queue({ seq: second.seq }).delete())).toEqual({ seq: second.seq })
  expect(
    (
      await path(session)
        .queue({ seq: data(first).seq })
        .delete()
    ).status,
  ).toBe(409)
  expect((await path(session).queue({ seq: 99 }).delete()).status).toBe(404)
})

test('a cancel with no turn is an outcome, not an error', async () => {
  const session = openSession(kit)
  const done = await path(session).cancel.post()
  expect([done.status, data(done)]).toEqual([200, { outcome: 'no_turn', turn: null, settled: true }])
})

test('a stop answers when the agent is gone, a resume joins what is starting', async () => {
  const session = openSession(kit, { text: 'one' })
  const stopping = path(session).stop.post()
  await Promise.resolve()
  while (kit.core.sessions.get(session)?.ending === null) await kit.clock.settle()
  endProcess(session)
  expect(data(await stopping)).toMatchObject({ status: 'exited', reason: 'stopped' })
  const resumed = data(await path(session).resume.post())
  expect(resumed.status).toBe('starting')
  expect(data(await path(session).resume.post()).status).toBe('starting')
  expect(kit.core.runs.live().filter((run) => run.session === session).length).toBe(1)
  spawn(kit, session)
  answerOpening(kit, session)
  expect(data(await path(session).get())).toMatchObject({ status: 'idle' })
})

test('a control is set once the agent took it, and refused when it did not', async () => {
  const session = openSession(kit)
  kit.says(session, update({ sessionUpdate: 'config_option_update', ...controls }))
  const answers = async (outcome: object) => {
    let line: Record<string, unknown> | undefined
    while (!line) {
      await kit.clock.settle()
      line = kit.taken(session)[0]
    }
    kit.says(session, { id: line.id, ...outcome })
  }
  const [taken] = await Promise.all([
    path(session).controls({ control: 'mode' }).post({ value: 'all' }),
    answers({ result: {} }),
  ])
  expect(data(taken).controls.map((one) => one.value)).toEqual(['all', false])
  const [refused] = await Promise.all([
    path(session).controls({ control: 'fast' }).post({ value: true }),
    answers({ error: { code: -32602, message: 'no' } }),
  ])
  expect([refused.status, refused.error?.value]).toMatchObject([409, { error: { code: 'control_refused' } }])
  expect((await path(session).controls({ control: 'mode' }).post({ value: 'none' })).status).toBe(409)
  expect((await path(session).controls({ control: 'size' }).post({ value: 'x' })).status).toBe(404)
})

test('a deleted session is gone, and answers 404', async () => {
  const session = openSession(kit, { text: 'one' })
  const deleting = path(session).delete()
  while (kit.core.sessions.get(session)?.ending === null) await kit.clock.settle()
  endProcess(session)
  expect(data(await deleting)).toEqual({ deleted: session })
  const gone = await path(session).get()
  expect([gone.status, gone.error?.value]).toMatchObject([404, { error: { code: 'session_not_found' } }])
  expect(kit.core.sessions.list().map(({ id }) => id)).not.toContain(session)
})
