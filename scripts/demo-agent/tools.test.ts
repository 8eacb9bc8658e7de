import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { field, listField, textField } from './narrow.ts'
import { type Bench, createBench } from './test-bench.ts'
import { callText, initialize, type Opened, openSession, stopReason, textOf } from './test-session.ts'

let bench: Bench
let opened: Opened
beforeAll(async () => {
  bench = await createBench()
  opened = await bench.open()
})
afterAll(() => bench.close())
let from = 0
afterEach(() => {
  from = opened.client.messages.length
})

const last = (kind: string) => opened.updates(kind).at(-1)

test('run announces, asks under a string id with the refusal first, streams, and ends with the exit code', async () => {
  const answer = opened.prompt('run: echo early; sleep 0.1; echo late; exit 3')
  const ask = await opened.asked()
  expect(ask.id).toMatch(/^[0-9a-f-]{36}$/)
  expect(listField(ask.params, 'options').map((option) => field(option, 'optionId'))).toEqual([
    'reject',
    'always',
    'once',
  ])
  const call = last('tool_call')
  expect(call).toMatchObject({ status: 'pending', kind: 'execute' })
  expect(field(ask.params, 'toolCall')).toMatchObject({
    toolCallId: textField(call, 'toolCallId') ?? '',
    title: 'echo early; sleep 0.1; echo late; exit 3',
    kind: 'execute',
    rawInput: { command: 'echo early; sleep 0.1; echo late; exit 3' },
  })
  opened.choose(ask, 'once')
  expect(stopReason(await answer)).toBe('end_turn')
  const updates = opened.updates('tool_call_update')
  expect(updates[0]).toMatchObject({ status: 'in_progress' })
  expect(updates.some((update) => update.status === undefined && callText(update) === 'early\n')).toBe(true)
  expect(updates.at(-1)).toMatchObject({ status: 'failed', rawOutput: { exitCode: 3 } })
  expect(callText(updates.at(-1))).toBe('early\nlate\n')
})

test('a command runs in the workspace, in a process session of its own', async () => {
  const answer = opened.prompt('run: pwd; cut -d" " -f1,6 /proc/$$/stat')
  opened.choose(await opened.asked(), 'once')
  await answer
  expect(last('tool_call_update')).toMatchObject({ status: 'completed', rawOutput: { exitCode: 0 } })
  const [cwd, stat] = (callText(last('tool_call_update')) ?? '').split('\n')
  const [pid, processSession] = (stat ?? '').split(' ')
  expect(cwd).toBe(bench.cwd)
  expect(processSession).toBe(pid)
})

test('a permission that the client refuses to show is told in words', async () => {
  const answer = opened.prompt('run: touch never')
  opened.client.send({ id: (await opened.asked()).id, error: { code: -32602, message: 'title over 8 KiB' } })
  expect(stopReason(await answer)).toBe('end_turn')
  expect(textOf(opened.client.messages.slice(from))).toBe('I could not ask (title over 8 KiB): touch never')
})

test('a refused run is failed and the turn goes on', async () => {
  const answer = opened.prompt('run: touch never\nsay: after')
  opened.choose(await opened.asked(), 'reject')
  expect(stopReason(await answer)).toBe('end_turn')
  expect(last('tool_call_update')).toMatchObject({ status: 'failed' })
  expect(textOf(opened.client.messages.slice(from))).toEndWith('after')
  expect(await Bun.file(join(bench.cwd, 'never')).exists()).toBe(false)
})

test('write shows a diff, writes inside the workspace, and says the diff again', async () => {
  await Bun.write(join(bench.cwd, 'note.txt'), 'old')
  const answer = opened.prompt('write: note.txt new\\nlines')
  const ask = await opened.asked()
  const diff = { type: 'diff', path: join(bench.cwd, 'note.txt'), oldText: 'old', newText: 'new\nlines' }
  expect(field(field(ask.params, 'toolCall'), 'content')).toEqual([diff])
  expect(field(field(ask.params, 'toolCall'), 'kind')).toBe('edit')
  opened.choose(ask, 'once')
  await answer
  expect(last('tool_call_update')).toMatchObject({ status: 'completed', content: [diff] })
  expect(await readFile(join(bench.cwd, 'note.txt'), 'utf8')).toBe('new\nlines')
})

test('write refuses every path that leads out of the workspace', async () => {
  await symlink(bench.folder, join(bench.cwd, 'link'))
  await opened.prompt('write: ../out.txt x\nwrite: /tmp/out.txt x\nwrite: link/out.txt x\nwrite: . x')
  expect(
    opened.client.messages.slice(from).some((message) => message.method?.toString().includes('perm')),
  ).toBe(false)
  expect(textOf(opened.client.messages.slice(from)).match(/inside the workspace/g)).toHaveLength(4)
  expect(await Bun.file(join(bench.folder, 'out.txt')).exists()).toBe(false)
})

test('always is remembered for the kind, auto asks for nothing, plan changes nothing', async () => {
  const session = await openSession(opened.client, bench.cwd)
  const answer = session.prompt('run: true\nrun: echo again')
  session.choose(await opened.client.until((m) => m.method === 'session/request_permission', from), 'always')
  await answer
  const asks = () => opened.client.messages.filter((m) => m.method === 'session/request_permission').length
  const before = asks()
  await opened.client.ask('session/set_mode', { sessionId: session.sessionId, modeId: 'auto' })
  await session.prompt('write: auto.txt yes')
  expect(await Bun.file(join(bench.cwd, 'auto.txt')).text()).toBe('yes')
  await opened.client.ask('session/set_mode', { sessionId: session.sessionId, modeId: 'plan' })
  await session.prompt('write: plan.txt no')
  expect(await Bun.file(join(bench.cwd, 'plan.txt')).exists()).toBe(false)
  expect(asks()).toBe(before)
})

test('ask sends a form with one select and says how it was answered', async () => {
  const answer = opened.prompt('ask: Which? | Red | Blue\nask: And? | A')
  const form = await opened.asked('elicitation/create')
  expect(form.id).toMatch(/^[0-9a-f-]{36}$/)
  expect(form.params).toEqual({
    mode: 'form',
    sessionId: opened.sessionId,
    message: 'Which?',
    requestedSchema: {
      type: 'object',
      properties: {
        answer: {
          type: 'string',
          title: 'Which?',
          oneOf: [
            { const: 'Red', title: 'Red' },
            { const: 'Blue', title: 'Blue' },
          ],
        },
      },
      required: ['answer'],
    },
  })
  opened.answer(form, { action: 'accept', content: { answer: 'Blue' } })
  opened.answer(await opened.asked('elicitation/create'), { action: 'decline' })
  await answer
  expect(textOf(opened.client.messages.slice(from))).toBe('You chose Blue.You declined to answer.')
})

test('without the capability ask says that it cannot, and the boolean option is not offered', async () => {
  const client = bench.start()
  await initialize(client, {})
  const created = await client.ask('session/new', { cwd: bench.cwd, mcpServers: [] })
  expect(listField(created.result, 'configOptions')).toHaveLength(3)
  const session = await openSession(client, bench.cwd)
  await session.prompt('ask: Which? | Red')
  expect(session.text()).toContain('cannot ask')
})
