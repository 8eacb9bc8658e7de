import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { field } from './narrow.ts'
import { type Bench, createBench } from './test-bench.ts'
import { marked, noneLeft } from './test-client.ts'
import { type Opened, stopReason } from './test-session.ts'

let bench: Bench
let opened: Opened
beforeAll(async () => {
  bench = await createBench()
  opened = await bench.open()
})
afterAll(() => bench.close())
afterEach(async () => {
  // Whatever was cancelled, the next prompt is taken.
  expect(stopReason(await opened.prompt('say: next'))).toBe('end_turn')
})

const cancel = () => opened.client.send({ method: 'session/cancel', params: { sessionId: opened.sessionId } })

test('a cancelled stream ends early and as cancelled', async () => {
  const answer = opened.prompt('words: 1000 20')
  await opened.client.until((message) => JSON.stringify(message).includes('word2 '))
  cancel()
  expect(stopReason(await answer)).toBe('cancelled')
  expect(opened.text()).not.toContain('word50 ')
})

test('a cancelled hang ends as cancelled', async () => {
  const answer = opened.prompt('say: before hang\nhang')
  await opened.client.until((message) => JSON.stringify(message).includes('before hang'))
  cancel()
  expect(stopReason(await answer)).toBe('cancelled')
})

test('a cancel kills the running command with everything it started', async () => {
  const answer = opened.prompt('run: echo started; sleep 300 & sleep 300')
  opened.choose(await opened.asked(), 'once')
  await opened.client.until((message) => JSON.stringify(message).includes('started\\n"'))
  cancel()
  expect(stopReason(await answer)).toBe('cancelled')
  expect(opened.updates('tool_call_update').at(-1)).toMatchObject({
    status: 'failed',
    rawOutput: { signal: 'SIGKILL' },
  })
  await until(async () => (await marked(opened.client.mark)).length === 1)
})

test('a cancel takes an open permission back, and its late answer does nothing', async () => {
  const answer = opened.prompt('run: touch late')
  const ask = await opened.asked()
  cancel()
  expect(stopReason(await answer)).toBe('cancelled')
  await opened.client.until(
    (message) => message.method === '$/cancel_request' && field(message.params, 'requestId') === ask.id,
  )
  opened.choose(ask, 'once')
  await opened.prompt('say: still here')
  expect(await Bun.file(join(bench.cwd, 'late')).exists()).toBe(false)
  expect(await bench.journal()).toContainEqual(
    expect.objectContaining({ got: 'answer', request: ask.id, late: true }),
  )
})

test('a cancel takes an open question back', async () => {
  const answer = opened.prompt('ask: Which? | A')
  const form = await opened.asked('elicitation/create')
  cancel()
  await opened.client.until((message) => field(message.params, 'requestId') === form.id)
  expect(stopReason(await answer)).toBe('cancelled')
})

test('a cancel without a turn does nothing', () => {
  cancel()
})

test('ignore-cancel goes on to its own end', async () => {
  const answer = opened.prompt('ignore-cancel\nsay: deaf\nrun: true\nsay: done')
  const ask = await opened.asked()
  cancel()
  opened.answer(ask, { outcome: { outcome: 'cancelled' } })
  expect(stopReason(await answer)).toBe('end_turn')
  expect(opened.text()).toContain('done')
})

test('closing the session ends even a turn that ignores cancels, then knows the session no more', async () => {
  const other = await bench.open()
  const answer = other.prompt('ignore-cancel\nsay: x\nhang')
  await other.client.until((message) => JSON.stringify(message).includes('"x"'))
  const closed = await other.client.ask('session/close', { sessionId: other.sessionId })
  expect(closed.result).toEqual({})
  expect(stopReason(await answer)).toBe('cancelled')
  expect(other.client.messages.indexOf(await answer)).toBeLessThan(other.client.messages.indexOf(closed))
  expect((await other.prompt('say: y')).error).toMatchObject({ code: -32002 })
  other.client.closeInput()
  await noneLeft(other.client.mark)
})

/** A process table has no event to await. */
async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await Bun.sleep(5)
}
