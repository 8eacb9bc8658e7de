import { afterEach, beforeEach, expect, test } from 'bun:test'
import { SEARCH_PAGE, SEARCH_QUERY_BYTES } from '../../shared/limits.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import type { SearchHit, SearchPage } from '../../shared/wire/search.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { openSession, type TestCore, testCore, update } from '../testing/core.ts'

let home: TempHome
let kit: TestCore
let api: TestApi

beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  api = testApi(kit, home.path)
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

const ask = (query: Record<string, string>): Promise<Response> =>
  api.fetch(`/v1/search?${new URLSearchParams(query)}`)

async function find(q: string, more: Record<string, string> = {}): Promise<SearchPage> {
  const response = await ask({ q, ...more })
  expect(response.status).toBe(200)
  return await response.json()
}

const found = async (q: string, more = {}): Promise<string[]> =>
  (await find(q, more)).hits.map(({ snippet }) => snippet.text)

/** The marked parts of a snippet. */
const matched = ({ snippet }: SearchHit): string[] =>
  snippet.matches.map(([begin, end]) => snippet.text.slice(begin, end))

const chunk = (text: string, messageId?: string): object =>
  update({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text },
    ...(messageId ? { messageId } : {}),
  })

/** One turn: a person's message and the agent's answer, whole. */
function turn(session: string, text: string, ...said: string[]): void {
  kit.clock.advance(1_000)
  const seq = kit.core.transact((work) => {
    const row = kit.core.sessions.get(session)
    if (!row) throw new Error('no session')
    const at = kit.core.log.append(work, session, { type: 'prompt', text })
    kit.core.turns.addPrompt({ session, seq: at, at: work.now, text, state: 'queued' })
    return at
  })
  for (const piece of said) kit.says(session, chunk(piece))
  kit.core.transact((work) =>
    kit.core.log.append(work, session, { type: 'turn_result', prompts: [seq], stopReason: 'end_turn' }),
  )
}

test('what was said is found with whose words it was, newest first, and where the words are', async () => {
  const session = openSession(kit)
  turn(session, 'Mend the fence', 'The fence is ', 'mended.')
  const { hits, next } = await find('FENCE')
  expect(hits).toMatchObject([
    { session, role: 'agent', snippet: { text: 'The fence is mended.', matches: [[4, 9]] } },
    { session, role: 'person', snippet: { text: 'Mend the fence', matches: [[9, 14]] } },
  ])
  const [agent, person] = hits.map(({ seq }) => kit.events(session).find((event) => event.seq === seq)?.type)
  expect([agent, person, next]).toEqual(['message_delta', 'prompt', null])
})

test('words and phrases: all of them, in quotes next to each other', async () => {
  const session = openSession(kit)
  turn(session, 'red green blue', 'green red')
  expect(await found('red green')).toHaveLength(2)
  expect(await found('"red green"')).toEqual(['red green blue'])
  expect(await found('"red blue"')).toEqual([])
  expect(await found('"red green" blue')).toEqual(['red green blue'])
  expect(await found('café')).toEqual([])
})

test('a Chinese word of two characters is found inside a sentence, and not its characters apart', async () => {
  const session = openSession(kit)
  turn(session, '请修复登录页面的错误', '我会修好它，复查登录。')
  const { hits } = await find('修复')
  expect(hits.map(({ snippet }) => snippet.text)).toEqual(['请修复登录页面的错误'])
  expect(hits.map(matched)).toEqual([['修复']])
  expect(await found('登录')).toHaveLength(2)
  turn(session, 'ログインのバグ and 한국어로')
  expect((await find('バグ')).hits.map(matched)).toEqual([['バグ']])
  expect(await found('한국어')).toHaveLength(1)
})

test('what is typed is data: nothing of the syntax of the index is obeyed', async () => {
  const session = openSession(kit)
  turn(session, 'a NOT b OR c', 'it said "quoted" text: yes*')
  const each = [
    'NOT b',
    'b OR c',
    '"b OR',
    'text:',
    'yes*',
    '(said',
    'a AND b',
    'NEAR(a b)',
    "'; DROP",
    '^it',
  ]
  for (const q of each) expect([q, (await ask({ q })).status]).toEqual([q, 200])
  expect(await found('b OR c')).toHaveLength(1)
  expect(await found('nothing OR b')).toEqual([])
  expect(await found('sai*')).toEqual([])
  expect(await found(`{session} : ${session.slice(2)}`)).toEqual([])
})

test('a search for nothing, or for too much, is refused', async () => {
  const long = 'x'.repeat(SEARCH_QUERY_BYTES + 1)
  const wide = '字'.repeat(SEARCH_QUERY_BYTES / 2)
  for (const q of ['', '  ', '"', '""', '?! --', long, wide, 'a '.repeat(33)]) {
    const response = await ask({ q })
    expect([response.status, (await response.json()).error.code]).toEqual([422, 'invalid_request'])
  }
  expect((await api.fetch('/v1/search')).status).toBe(422)
  expect((await ask({ q: 'x', before: 'y' })).status).toBe(422)
  expect((await ask({ q: 'x', session: 's_none' })).status).toBe(404)
})

test('pages follow each other without a gap, in one session or in all', async () => {
  const [one, other] = [openSession(kit), openSession(kit)]
  for (let n = 0; n < SEARCH_PAGE + 5; n++) turn(n % 2 ? one : other, `word ${n}`)
  const first = await find('word')
  const second = await find('word', { before: first.next ?? '' })
  const texts = [...first.hits, ...second.hits].map(({ snippet }) => snippet.text)
  expect(texts).toEqual(Array.from({ length: SEARCH_PAGE + 5 }, (_, n) => `word ${SEARCH_PAGE + 4 - n}`))
  expect([first.hits.length, second.next]).toEqual([SEARCH_PAGE, null])
  const { nickname = '' } = kit.core.sessions.get(one) ?? {}
  const own = await find('word', { session: nickname })
  expect(new Set(own.hits.map(({ session }) => session))).toEqual(new Set([one]))
  expect(own.hits).toHaveLength((SEARCH_PAGE + 4) / 2)
})

test('a title is found as it is now', async () => {
  const session = openSession(kit)
  await api.api.v1.sessions({ session }).patch({ title: 'Harbour works' })
  expect((await find('harbour')).hits).toMatchObject([{ session, role: 'title', title: 'Harbour works' }])
  await api.api.v1.sessions({ session }).patch({ title: 'Quay works' })
  expect(await found('harbour')).toEqual([])
  expect(await found('quay')).toEqual(['Quay works'])
})

test('a session that is deleted is not found any more, before its rows are gone', async () => {
  const session = openSession(kit)
  turn(session, 'secret plan')
  kit.core.transact((work) => kit.core.sessions.remove(session, work.now))
  expect(kit.db.query('SELECT 1 FROM messages WHERE session = ?').all(session)).not.toEqual([])
  expect(await found('plan')).toEqual([])
})

test('an agent’s message is one from its first piece to what ends it, whoever speaks beside it', async () => {
  const session = openSession(kit)
  kit.says(session, chunk('half a ', 'm1'))
  expect(await found('half')).toEqual([])
  kit.core.transact((work) => kit.core.log.append(work, session, { type: 'prompt', text: 'meanwhile' }))
  kit.says(session, chunk('sentence', 'm1'))
  expect(await found('half')).toEqual([])
  kit.says(session, chunk('next one', 'm2'))
  expect(await found('"half a sentence"')).toEqual(['half a sentence'])
  kit.says(session, update({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'x', status: 'completed' }))
  expect(await found('next')).toEqual(['next one'])
})

test('what a daemon that was killed had begun, its successor finishes once', async () => {
  const session = openSession(kit)
  kit.says(session, chunk('begun before '))
  kit.close()
  kit = testCore({ home: home.path, clock: kit.clock })
  api = testApi(kit, home.path)
  kit.says(session, chunk('and ended after'))
  kit.says(session, update({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'x', status: 'completed' }))
  expect(await found('begun')).toEqual(['begun before and ended after'])
})

test('text of an agent cannot carry marks of its own into a snippet', async () => {
  const session = openSession(kit)
  turn(session, 'a \u0002fake\u0003 \u001fmatch <b>here</b>')
  const [hit] = (await find('match')).hits
  expect(hit?.snippet.text).toBe('a  fake   match <b>here</b>')
  expect(hit && matched(hit)).toEqual(['match'])
})
