import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestMachine, testMachine } from './test-machine.ts'

/** Starting and ending a machine, with every step of the kill ladder. */
const HOOK_MS = 20_000

let machine: TestMachine

beforeAll(async () => {
  machine = await testMachine(process.env, `conversations-${process.pid}`)
}, HOOK_MS)

afterAll(() => machine.end(), HOOK_MS)

test('a conversation is listed with the session that has it, and becomes another session once that is gone', async () => {
  const made = await machine.json('new', '--agent', 'demo', 'say: the lantern glows')
  await machine.until(made.id, 'turn_result')
  const { conversations, lists } = await machine.json('conversations', 'demo', '--cwd', '.')
  expect(lists).toBe(true)
  expect(conversations).toMatchObject([{ cwd: machine.work, sessionId: made.id, open: true }])
  const [{ id }] = conversations
  const { out } = await machine.cli('conversations', 'demo', '--cwd', '.')
  expect(out).toMatch(/^CONVERSATION +USED +SESSION +DIRECTORY +TITLE$/m)
  expect(out).toContain(`${made.id} (open)`)
  expect((await machine.json('adopt', 'demo', id)).id).toBe(made.id)

  await machine.json('delete', made.id)
  const adopted = await machine.json('adopt', 'demo', id, '--nickname', 'taken-over')
  expect(adopted).toMatchObject({ nickname: 'taken-over', cwd: machine.work })
  await machine.until(adopted.id, 'session_status')
  expect((await machine.cli('events', 'taken-over')).out).toContain('the lantern glows')
  expect(await machine.refused('conversations', 'nobody')).toMatchObject({ code: 'agent_not_found' })
}, 30_000)
