import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdir, rmdir } from 'node:fs/promises'
import { rejection } from '../../shared/testing/rejection.ts'
import { type Bench, createBench } from './test-bench.ts'
import { noneLeft } from './test-client.ts'
import { type Opened, stopReason } from './test-session.ts'

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(() => bench.close())

/** A session with a command running in it. */
async function running(text = 'run: echo up; sleep 300 & sleep 300'): Promise<Opened> {
  const opened = await bench.open()
  void opened.prompt(text).catch(() => {
    // The agent ends before it answers: that is what these tests are about.
  })
  opened.choose(await opened.asked(), 'once')
  await opened.client.until((message) => JSON.stringify(message).includes('up\\n"'))
  return opened
}

test('closing stdin ends it with 0 and its command with it', async () => {
  const { client } = await running()
  client.closeInput()
  expect(await client.exited).toBe(0)
  await noneLeft(client.mark)
})

test('SIGTERM ends it and its command with it', async () => {
  const { client } = await running()
  process.kill(client.pid, 'SIGTERM')
  expect(await client.exited).toBe(0)
  await noneLeft(client.mark)
})

test('ignore-sigterm outlives a closed stdin and SIGTERM, and still answers', async () => {
  const opened = await bench.open()
  await opened.prompt('ignore-sigterm')
  process.kill(opened.client.pid, 'SIGTERM')
  expect(stopReason(await opened.prompt('say: alive'))).toBe('end_turn')
  void opened.prompt('words: 3 10').catch(() => {
    // It is killed before it could be read to the end of the test.
  })
  opened.client.closeInput()
  await opened.client.until((message) => JSON.stringify(message).includes('word3'))
  process.kill(opened.client.pid, 'SIGKILL')
  expect(await opened.client.exited).toBe(137)
})

test('crash delivers what was said before it and exits with an error, its stdin still open', async () => {
  const opened = await bench.open()
  const answer = opened.prompt('say: last words\ncrash\nsay: never')
  const refused = rejection(answer)
  expect(await opened.client.exited).toBe(70)
  expect(String(await refused)).toContain('ended first')
  expect(opened.text()).toBe('last words')
})

test('error fails the prompt with its text, and the next one is taken', async () => {
  const opened = await bench.open()
  expect((await opened.prompt('error: out of luck\nsay: never')).error).toEqual({
    code: -32603,
    message: 'out of luck',
  })
  expect(stopReason(await opened.prompt('say: next'))).toBe('end_turn')
  expect(opened.text()).toBe('next')
})

test('garbage writes lines that are not JSON and goes on', async () => {
  const opened = await bench.open()
  await opened.prompt('garbage\ngarbage: 2\nsay: after')
  expect(opened.client.messages.filter((message) => 'garbage' in message)).toHaveLength(3)
  expect(opened.text()).toBe('after')
})

test('flood writes one valid line of that many megabytes', async () => {
  const opened = await bench.open()
  await opened.prompt('flood: 9')
  const bytes = opened.text().length
  expect(bytes).toBeGreaterThanOrEqual(9 * 1024 * 1024)
  expect(bytes).toBeLessThan(9 * 1024 * 1024 + 10)
})

test('a workspace that is gone is a failed call', async () => {
  const opened = await bench.open()
  await rmdir(bench.cwd)
  const answer = opened.prompt('run: true\nsay: went on')
  opened.choose(await opened.asked(), 'once')
  expect(stopReason(await answer)).toBe('end_turn')
  expect(opened.updates('tool_call_update').at(-1)).toMatchObject({ status: 'failed' })
  expect(opened.text()).toEndWith('went on')
  await mkdir(bench.cwd)
})

test('a command that is not there is a failed call', async () => {
  const opened = await bench.open()
  const answer = opened.prompt('run: nonexistent-command-of-a-test')
  opened.choose(await opened.asked(), 'once')
  await answer
  expect(opened.updates('tool_call_update').at(-1)).toMatchObject({
    status: 'failed',
    rawOutput: { exitCode: 127 },
  })
})

test('a long output keeps its end and says how much came before', async () => {
  const opened = await bench.open()
  const answer = opened.prompt('run: seq 100000')
  opened.choose(await opened.asked(), 'once')
  await answer
  const { rawOutput } = opened.updates('tool_call_update').at(-1) ?? {}
  const output = JSON.stringify(rawOutput)
  expect(output).toContain('characters came before this]')
  expect(output).toContain('\\n100000\\n')
})
