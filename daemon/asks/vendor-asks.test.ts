/** What agents ask in ways of their own, at the session: the same doors, ends and records as everything else. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { askDigest } from '../../shared/wire/ask-digest.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { eventsOfType, openSession, type TestCore, testCore, update } from '../testing/core.ts'
import { data } from '../testing/rig.ts'

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

const openAsks = async (session: string) => data(await api.v1.sessions({ session }).asks.get())
async function onlyAsk(session: string) {
  const [ask, ...more] = await openAsks(session)
  if (!ask || more.length > 0) throw new Error(`${more.length} more asks`)
  return ask
}
const resolved = (tool_call_id: string) => ({
  method: '_x.ai/session_notification',
  params: { sessionId: 'conversation', update: { sessionUpdate: 'interaction_resolved', tool_call_id } },
})
const question = (id: number, toolCallId: string) => ({
  id,
  method: '_x.ai/ask_user_question',
  params: {
    sessionId: 'conversation',
    toolCallId,
    questions: [{ question: 'Which?', options: [{ label: 'A' }] }],
  },
})

test('grok’s question is answered as any other and reaches it in its own words', async () => {
  const session = openSession(kit, { agent: 'grok', text: 'go' })
  kit.taken(session)
  // It settles its own step of the call right before it asks about that call: that takes nothing back.
  kit.says(session, resolved('call-1'), question(7, 'call-1'))
  const ask = await onlyAsk(session)
  const answer = { shown: askDigest(ask), action: 'accept' as const, values: { '0': 'A' } }
  data(await api.v1.sessions({ session }).asks({ ask: ask.id }).answer.post(answer))
  expect(kit.taken(session)).toEqual([
    { jsonrpc: '2.0', id: 7, result: { outcome: 'accepted', answers: { 'Which?': 'A' } } },
  ])
  kit.says(session, resolved('call-1'))
  expect(eventsOfType(kit, session, 'elicitation_resolved')).toMatchObject([
    { outcome: 'accepted', answers: [{ label: 'Which?', value: 'A' }] },
  ])
})

test('what grok says is settled is withdrawn, and only that', async () => {
  const session = openSession(kit, { agent: 'grok', text: 'go' })
  const plan = { sessionId: 'conversation', toolCallId: 'call-2', planContent: '# Plan' }
  kit.says(session, question(1, 'call-1'), { id: 2, method: '_x.ai/exit_plan_mode', params: plan })
  kit.says(session, resolved('call-1'))
  expect(await openAsks(session)).toMatchObject([{ kind: 'permission' }])
  kit.says(session, resolved('call-2'))
  expect(await openAsks(session)).toEqual([])
  expect(eventsOfType(kit, session, 'permission_resolved')).toMatchObject([{ outcome: 'withdrawn' }])
})

test('cursor is refused in its own words and the log says why; what nobody knows is not found', () => {
  const session = openSession(kit, { agent: 'cursor', text: 'go' })
  kit.taken(session)
  kit.says(
    session,
    { id: 1, method: 'cursor/ask_question', params: { questions: [] } },
    { id: 2, method: 'cursor/unheard_of', params: {} },
  )
  expect(kit.taken(session)).toMatchObject([
    { id: 1, result: { outcome: { outcome: 'skipped' } } },
    { id: 2, error: { code: -32601 } },
  ])
  expect(eventsOfType(kit, session, 'error')).toMatchObject([{ code: 'ask_refused' }])
})

test('cursor’s to-dos are the plan, and one that changed changes there', () => {
  const session = openSession(kit, { agent: 'cursor', text: 'go' })
  kit.taken(session)
  const todos = (id: number, merge: boolean, ...todos: object[]) => ({
    id,
    method: 'cursor/update_todos',
    params: { toolCallId: 't', merge, todos },
  })
  const [one, two] = [
    { id: '1', content: 'One', status: 'pending' },
    { id: '2', content: 'Two', status: 'pending' },
  ]
  kit.says(session, todos(1, false, one, two))
  kit.says(session, todos(2, true, { ...one, status: 'completed' }, { id: '3', content: 'Three' }))
  kit.says(session, todos(3, true, { ...two, status: 'cancelled' }))
  expect(kit.taken(session)).toMatchObject([1, 2, 3].map((id) => ({ id, result: { outcome: {} } })))
  expect(eventsOfType(kit, session, 'plan').map(({ entries }) => entries)).toEqual([
    [one, two],
    [{ ...one, status: 'completed' }, two, { id: '3', content: 'Three' }],
    [
      { ...one, status: 'completed' },
      { id: '3', content: 'Three' },
    ],
  ])
})

const options = [
  { optionId: 'exit-plan-clear-auto', name: 'Yes, clear context', kind: 'allow_always' },
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]
const permission = (id: number, toolCall: object) => ({
  id,
  method: 'session/request_permission',
  params: { sessionId: 'conversation', toolCall, options },
})

test('a permission that leaves out what its call said shows it all the same', async () => {
  const session = openSession(kit, { agent: 'claude', text: 'go' })
  kit.says(
    session,
    update({
      sessionUpdate: 'tool_call',
      toolCallId: 'w',
      name: 'Write',
      title: 'Preparing file…',
      kind: 'edit',
    }),
    update({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'w',
      title: 'Write a.txt',
      rawInput: { file_path: '/a.txt' },
      content: [{ type: 'diff', path: '/a.txt', oldText: null, newText: 'hello' }],
    }),
    permission(1, { toolCallId: 'w', title: 'Write a.txt', rawInput: { file_path: '/a.txt' } }),
  )
  expect(await onlyAsk(session)).toMatchObject({
    permission: {
      toolCall: { title: 'Write a.txt', kind: 'edit', content: [{ type: 'diff', old: null, new: 'hello' }] },
    },
  })
})

test('between turns nobody is offered what only a turn can carry out', async () => {
  const session = openSession(kit, { agent: 'claude' })
  kit.says(session, permission(1, { toolCallId: 'p', title: 'Approve Plan' }))
  const ids = (ask: Awaited<ReturnType<typeof onlyAsk>>) =>
    ask.kind === 'permission' ? ask.permission.options.map((option) => option.id) : []
  expect(ids(await onlyAsk(session))).toEqual(['yes', 'no'])
  const inTurn = openSession(kit, { agent: 'claude', text: 'go' })
  kit.says(inTurn, permission(1, { toolCallId: 'p', title: 'Approve Plan' }))
  expect(ids(await onlyAsk(inTurn))).toEqual(['exit-plan-clear-auto', 'yes', 'no'])
})

test('a diff that is in the permission only is the call’s from there on', () => {
  const session = openSession(kit, { agent: 'opencode', text: 'go' })
  const content = [{ type: 'diff', path: '/a', oldText: '', newText: 'hello' }]
  kit.says(session, permission(1, { toolCallId: 't', title: '/a', content }))
  expect(eventsOfType(kit, session, 'tool_call')).toMatchObject([
    { toolCall: 't', content: [{ type: 'diff', path: '/a', new: 'hello' }] },
  ])
})

test('a turn that failed over a limit with an end rests the session until then', () => {
  const session = openSession(kit, { agent: 'codex', text: 'go' })
  const opened = eventsOfType(kit, session, 'prompt')[0]?.seq ?? 0
  const message = JSON.stringify({ error: { type: 'usage_limit_reached', resets_in_seconds: 600 } })
  kit.says(session, { id: `prompt:${opened}`, error: { code: -32603, message } })
  expect(kit.core.lives.get(session).restUntil).toBe(kit.clock.now() + 600_000)
})
