import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { askDigest } from '../../shared/wire/ask-digest.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { openSession, type TestCore, testCore } from '../testing/core.ts'
import { data } from '../testing/rig.ts'
import { checkChain } from './chain.ts'

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

const request = (id: number | string, title: string) => ({
  id,
  method: 'session/request_permission',
  params: {
    sessionId: 'conversation',
    toolCall: {
      toolCallId: 't',
      title,
      kind: 'edit',
      status: 'pending',
      locations: [{ path: '/a', line: 3 }],
      rawInput: { path: '/a' },
      content: [{ type: 'diff', path: '/a', oldText: null, newText: 'new' }],
    },
    options: [
      { optionId: 'y', name: 'Yes', kind: 'allow_once' },
      { optionId: 'n', name: 'No', kind: 'reject_once' },
    ],
  },
})

test('a card reads its ask whole, and its answer is bound to what it read', async () => {
  const session = openSession(kit)
  kit.says(session, request(0, 'Write a file'))
  const path = api.v1.sessions({ session })
  const [listed] = data(await path.asks.get())
  const ask = data(await path.asks({ ask: listed?.id ?? '' }).get())
  expect(listed).toEqual(ask)
  expect(ask).toMatchObject({
    kind: 'permission',
    permission: { toolCall: { title: 'Write a file', content: [{ type: 'diff', old: null, new: 'new' }] } },
  })
  const answer = path.asks({ ask: ask.id }).answer
  const changed = await answer.post({ shown: '0'.repeat(64), option: 'y' })
  expect(changed.error?.value).toMatchObject({ error: { code: 'ask_changed' } })
  const unknown = await answer.post({ shown: askDigest(ask), option: 'maybe' })
  expect(unknown.error?.value).toMatchObject({ error: { code: 'option_unknown' } })
  expect(kit.taken(session)).toEqual([])
  expect(data(await answer.post({ shown: askDigest(ask), option: 'y' }))).toEqual({
    ask: ask.id,
    outcome: 'selected',
  })
  expect(kit.taken(session)).toMatchObject([{ id: 0, result: { outcome: { optionId: 'y' } } }])
  const again = await answer.post({ shown: askDigest(ask), option: 'n' })
  expect([again.status, again.error?.value]).toMatchObject([
    409,
    { error: { code: 'already_settled', detail: { outcome: 'selected' } } },
  ])
  expect(data(await path.asks.get())).toEqual([])
})

test('every ask that ended is in the history, newest first, with who answered', async () => {
  const session = openSession(kit)
  for (const n of [1, 2, 3]) {
    kit.says(session, request(n, `Number ${n}`))
    const [ask] = data(await api.v1.sessions({ session }).asks.get())
    if (!ask) throw new Error('nothing was asked')
    const answer = { shown: askDigest(ask), option: n === 2 ? 'n' : 'y' }
    data(await api.v1.sessions({ session }).asks({ ask: ask.id }).answer.post(answer))
  }
  const history = data(await api.v1.asks.history.get({ query: { session, limit: '2' } }))
  expect(history.map((record) => [record.option, record.by])).toEqual([
    ['y', { door: 'local' }],
    ['n', { door: 'local' }],
  ])
  const before = String(history.at(-1)?.n ?? 0)
  const rest = data(await api.v1.asks.history.get({ query: { session, before } }))
  expect(
    rest.map((record) => record.body.kind === 'permission' && record.body.permission.toolCall.title),
  ).toEqual(['Number 1'])
  expect(await checkChain(kit.core.records)).toMatchObject({ firstBroken: null })
})

test('an ask of another session, and a session that is not there, are not found', async () => {
  const [one, other] = [openSession(kit), openSession(kit)]
  kit.says(one, request('a', 'Mine'))
  const [ask] = data(await api.v1.sessions({ session: one }).asks.get())
  const wrong = await api.v1
    .sessions({ session: other })
    .asks({ ask: ask?.id ?? '' })
    .get()
  expect([wrong.status, wrong.error?.value]).toMatchObject([404, { error: { code: 'ask_not_found' } }])
  const nobody = await api.v1.sessions({ session: 'nobody' }).asks.get()
  expect([nobody.status, nobody.error?.value]).toMatchObject([404, { error: { code: 'session_not_found' } }])
})
