import { afterAll, beforeAll, expect, test } from 'bun:test'
import { textField } from './narrow.ts'
import { type Bench, createBench } from './test-bench.ts'
import { type Opened, updatesOf } from './test-session.ts'

let bench: Bench
let opened: Opened
beforeAll(async () => {
  bench = await createBench()
  opened = await bench.open()
})
afterAll(() => bench.close())

const about = (entries: Record<string, unknown>[], ...names: string[]) =>
  entries
    .filter((entry) => names.includes(String(entry.got ?? entry.did)))
    .map(({ at, pid, session, ...rest }) => rest)

test('what it receives and what it decides are journaled in order, with its pid', async () => {
  const { client, sessionId } = opened
  const answer = opened.prompt('run: true\nsay: done')
  const ask = await opened.asked()
  await client.ask('_session/steering', { sessionId, prompt: [{ type: 'text', text: 'say: steered' }] })
  await client.ask('session/set_mode', { sessionId, modeId: 'plan' })
  opened.choose(ask, 'reject')
  const { id } = await answer
  const entries = await bench.journal()
  expect(new Set(entries.map((entry) => entry.pid))).toEqual(new Set([client.pid]))
  expect(about(entries, 'prompt', 'steer', 'set_mode', 'request', 'answer', 'chunk', 'result')).toEqual([
    { got: 'prompt', id, text: 'run: true\nsay: done' },
    { did: 'request', request: ask.id, method: 'session/request_permission' },
    { got: 'steer', id: expect.any(String), text: 'say: steered', outcome: 'injected' },
    { got: 'set_mode', mode: 'plan' },
    { got: 'answer', request: ask.id, outcome: { outcome: 'selected', optionId: 'reject' } },
    { did: 'chunk', n: 1, text: 'Understood, I did not do it: true' },
    { did: 'chunk', n: 2, text: 'steered' },
    { did: 'chunk', n: 3, text: 'done' },
    { did: 'result', id, stopReason: 'end_turn' },
  ])
})

test('every chunk it journaled was written, also when it is killed in the middle of a stream', async () => {
  const session = await bench.open()
  void session.prompt('words: 100000 0').catch(() => {
    // Killed below.
  })
  await session.client.until((message) => JSON.stringify(message).includes('word500 '))
  process.kill(session.client.pid, 'SIGKILL')
  await session.client.outputEnded
  const written = updatesOf(session.client.messages, 'agent_message_chunk').map((update) => update.content)
  const entries = await bench.journal()
  const journaled = entries.filter((entry) => entry.did === 'chunk' && entry.session === session.sessionId)
  expect(journaled.length).toBeGreaterThanOrEqual(499)
  // At most one was written and not journaled yet.
  expect(written.length - journaled.length).toBeOneOf([0, 1])
  for (const [i, entry] of journaled.entries()) {
    expect(entry.n).toBe(i + 1)
    expect(written[i]).toEqual({ type: 'text', text: textField(entry, 'text') ?? '' })
  }
})

test('a reader that stops reading holds the stream, and a cancel is still heard', async () => {
  const session = await bench.open()
  session.client.pauseReading()
  const answer = session.prompt('flood: 4\nflood: 4\nsay: never')
  session.client.send({ method: 'session/cancel', params: { sessionId: session.sessionId } })
  while (!(await bench.journal()).some((entry) => entry.got === 'cancel')) await Bun.sleep(2)
  expect(about(await bench.journal(), 'flood')).toEqual([])
  session.client.resumeReading()
  expect((await answer).result).toMatchObject({ stopReason: 'cancelled' })
})
