import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { Value } from '../../shared/typebox.ts'
import { MachineItem, StreamItem } from '../../shared/wire/stream.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { openSession, type TestCore, testCore, update } from '../testing/core.ts'

let home: TempHome
let kit: TestCore
let api: TestApi

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  api = testApi(kit, home.path)
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

interface Reader {
  next(): Promise<{ id: string | null; item: Record<string, unknown> } | null>
  cut(): void
}

/** Reads server-sent events one at a time; in process they come as text, over a socket as bytes. */
async function open(path: string): Promise<Reader> {
  const abort = new AbortController()
  const response = await api.fetch(path, { signal: abort.signal })
  expect(response.headers.get('content-type')).toStartWith('text/event-stream')
  const body = response.body?.getReader() as ReadableStreamDefaultReader<string | Uint8Array> | undefined
  if (!body) throw new Error('there is no stream')
  const decoder = new TextDecoder()
  let text = ''
  return {
    async next() {
      while (!text.includes('\n\n')) {
        const { done, value } = await body.read()
        if (done) return null
        text += typeof value === 'string' ? value : decoder.decode(value, { stream: true })
      }
      const end = text.indexOf('\n\n')
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const id = lines.find((line) => line.startsWith('id: '))?.slice(4) ?? null
      return { id, item: JSON.parse(lines.find((line) => line.startsWith('data: '))?.slice(6) ?? 'null') }
    },
    cut: () => abort.abort(),
  }
}

const say = (session: string, text: string): void =>
  kit.says(session, update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }))

test('a session is told from where its reader was: hello, pages, then each event with its place', async () => {
  const session = openSession(kit)
  for (const text of ['one', 'two', 'three']) say(session, text)
  const reader = await open(`/v1/sessions/${session}/events?after=2`)
  const hello = await reader.next()
  expect(hello?.item).toMatchObject({ type: 'hello', first: 1, last: 4, snapshot: { id: session } })
  const page = await reader.next()
  expect(page).toMatchObject({ id: '4', item: { type: 'page', more: false } })
  expect(page?.item.events).toMatchObject([
    { seq: 3, text: 'two' },
    { seq: 4, text: 'three' },
  ])
  say(session, 'four')
  const live = await reader.next()
  expect(live).toMatchObject({ id: '5', item: { type: 'event', event: { seq: 5, text: 'four' } } })
  for (const read of [hello, page, live]) expect(Value.Check(StreamItem, read?.item)).toBe(true)
  reader.cut()
})

test('a tail is the last of the log, and a log shorter than it is whole', async () => {
  const session = openSession(kit)
  for (const text of ['one', 'two']) say(session, text)
  const seqs = async (query: string) => {
    const reader = await open(`/v1/sessions/${session}/events${query}`)
    await reader.next()
    const page = await reader.next()
    reader.cut()
    const events = page?.item.events
    return Array.isArray(events) ? events.map((event) => event.seq) : []
  }
  expect([await seqs('?tail=1'), await seqs('?tail=99'), await seqs('')]).toEqual([[3], [1, 2, 3], [1, 2, 3]])
})

test('a stream that is not of a session is refused before it begins', async () => {
  const answers = await Promise.all(
    ['/v1/sessions/nobody/events', '/v1/sessions/nobody/events?after=-1'].map(async (path) => {
      const response = await api.fetch(path)
      const body: unknown = await response.json()
      return [response.status, body]
    }),
  )
  expect(answers).toMatchObject([
    [404, { error: { code: 'session_not_found' } }],
    [422, { error: { code: 'invalid_request' } }],
  ])
})

test('a reader of a session that is deleted is told that it is gone', async () => {
  const session = openSession(kit)
  const reader = await open(`/v1/sessions/${session}/events`)
  await reader.next()
  await reader.next()
  kit.core.transact((work) => {
    kit.core.sessions.delete(session)
    work.touch(session)
  })
  expect((await reader.next())?.item).toEqual({ type: 'end', why: 'session_gone' })
  expect(await reader.next()).toBeNull()
})

test('the machine is told of every session at once, then of what changed and what went', async () => {
  const [one, other] = [openSession(kit), openSession(kit)]
  const reader = await open('/v1/stream')
  const hello = await reader.next()
  const listed = Array.isArray(hello?.item.sessions) ? hello.item.sessions.map((row) => row.id) : []
  expect(listed).toEqual(expect.arrayContaining([one, other]))
  say(one, 'a')
  say(one, 'b')
  kit.core.transact((work) => {
    kit.core.sessions.delete(other)
    work.touch(other)
  })
  const next = reader.next()
  await kit.clock.settle()
  await kit.clock.settle(kit.core.limits.machineStreamMs)
  const changed = await next
  expect(changed?.item).toMatchObject({ type: 'changed', sessions: [{ id: one, lastSeq: 3 }], gone: [other] })
  for (const read of [hello, changed]) expect(Value.Check(MachineItem, read?.item)).toBe(true)
  reader.cut()
})

test('a long text is read whole by its link, and no other file is', async () => {
  const session = openSession(kit)
  const text = `${'x'.repeat(200_000)}é`
  say(session, text)
  const event = kit.events(session).at(-1)
  const blob = event?.type === 'message_delta' && typeof event.text === 'object' ? event.text.blob : ''
  const whole = await api.fetch(`/v1/sessions/${session}/blobs/${blob}`)
  expect(whole.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await whole.text()).toBe(text)
  for (const name of ['9-9', '..%2F..%2Fdaemon.db', 'daemon.db']) {
    expect((await api.fetch(`/v1/sessions/${session}/blobs/${name}`)).status).toBe(404)
  }
})

test('who reads when the daemon goes away is told so', async () => {
  const session = openSession(kit)
  const readers = [await open(`/v1/sessions/${session}/events`), await open('/v1/stream')]
  for (const reader of readers) await reader.next()
  await readers[0]?.next()
  api.closing.abort()
  for (const reader of readers) {
    expect((await reader.next())?.item).toEqual({ type: 'end', why: 'daemon_stopping' })
    expect(await reader.next()).toBeNull()
  }
})
