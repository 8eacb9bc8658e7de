import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { field, listField } from './narrow.ts'
import { type Bench, createBench } from './test-bench.ts'
import { initialize, type Opened, openSession, textOf, updatesOf } from './test-session.ts'

let bench: Bench
let first: Opened
beforeAll(async () => {
  bench = await createBench()
  first = await bench.open()
  const answer = first.prompt('say: hello\nrun: echo out\nwords: 3 0\nthink: hmm')
  first.choose(await first.asked(), 'once')
  await answer
  await first.prompt('title: Named')
})
afterAll(() => bench.close())

async function another() {
  const client = bench.start()
  await initialize(client)
  return client
}

test('list names the conversations that have a user turn, newest first, of one folder or all', async () => {
  const client = await another()
  const elsewhere = await mkdtemp(join(bench.folder, 'other-'))
  await openSession(client, bench.cwd)
  const second = await openSession(client, elsewhere)
  await second.prompt('A first line that is the title')
  const list = async (params: unknown) =>
    listField((await client.ask('session/list', params)).result, 'sessions')
  expect(await list({ cwd: bench.cwd })).toEqual([
    {
      sessionId: first.sessionId,
      cwd: bench.cwd,
      title: 'Named',
      updatedAt: expect.stringMatching(/^\d{4}-/),
    },
  ])
  expect((await list({})).map((row) => field(row, 'title'))).toEqual([
    'A first line that is the title',
    'Named',
  ])
})

test('load replays what both said and the tool calls, in order, before it answers', async () => {
  const client = await another()
  const loaded = await client.ask('session/load', {
    sessionId: first.sessionId,
    cwd: bench.cwd,
    mcpServers: [],
  })
  expect(field(loaded.result, 'modes')).toMatchObject({ currentModeId: 'ask' })
  const before = client.messages.slice(0, client.messages.indexOf(loaded))
  expect(updatesOf(before).map((update) => update.sessionUpdate)).toEqual([
    'user_message_chunk',
    'agent_message_chunk',
    'tool_call',
    'tool_call_update',
    'agent_message_chunk',
    'agent_message_chunk',
    'agent_thought_chunk',
    'user_message_chunk',
  ])
  expect(textOf(before)).toBe('helloThe command ended with exit code 0.word1 word2 word3')
})

test('resume replays nothing and remembers', async () => {
  const client = await another()
  const session = await openSession(client, bench.cwd, { sessionId: first.sessionId }, 'session/resume')
  expect(updatesOf(client.messages, 'user_message_chunk')).toEqual([])
  await session.prompt('recall')
  expect(session.text()).toBe('say: hello / run: echo out / words: 3 0 / think: hmm\ntitle: Named')
})

test('a conversation that was never used, or belongs to another folder, cannot be opened', async () => {
  const client = await another()
  const empty = await openSession(client, bench.cwd)
  const other = await another()
  const error = async (sessionId: string, cwd: string) =>
    (await other.ask('session/resume', { sessionId, cwd, mcpServers: [] })).error
  expect(await error(empty.sessionId, bench.cwd)).toMatchObject({ code: -32002 })
  expect(await error(first.sessionId, bench.folder)).toMatchObject({ code: -32002 })
})
