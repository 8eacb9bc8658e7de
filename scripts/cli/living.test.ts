/** What is set for a machine, and what a session does between its turns, by the command line. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eventsIn, type TestMachine, testMachine } from './test-machine.ts'

const HOOK_MS = 20_000
let machine: TestMachine

beforeAll(async () => {
  machine = await testMachine(process.env, `living-${process.pid}`)
}, HOOK_MS)
afterAll(() => machine.end(), HOOK_MS)

test('settings are shown, changed by name, and kept', async () => {
  expect(await machine.json('settings')).toMatchObject({ parkAfterMs: 1_800_000, bringBack: true })
  const changed = await machine.json(
    'settings',
    'park-after=2h',
    'permission-timeout=90m',
    'ask-questions=off',
  )
  expect(changed).toMatchObject({
    parkAfterMs: 7_200_000,
    permissionTimeoutMs: 5_400_000,
    askQuestions: false,
  })
  expect(await machine.json('settings', 'permission-timeout=never', 'ask-questions=on')).toMatchObject({
    parkAfterMs: 7_200_000,
    permissionTimeoutMs: null,
    askQuestions: true,
  })
  expect((await machine.cli('settings')).out).toMatch(/park-after +2h/)
})

test('a setting that is none, and a value that is none of it, change nothing', async () => {
  const before = await machine.json('settings')
  for (const words of ['colour=red', 'park-after', 'park-after=soon', 'bring-back=maybe', 'max-live=many']) {
    expect((await machine.cli('settings', words)).code).toBe(2)
  }
  expect(await machine.refused('settings', 'park-after=1m')).toMatchObject({ code: 'invalid_request' })
  expect(await machine.json('settings')).toEqual(before)
})

/** What the agent says to that message, in the turn that it begins. */
async function answerTo(session: string, text: string): Promise<string> {
  const { seq } = await machine.json('prompt', session, text)
  await machine.until(session, 'turn_result', seq)
  const { out } = await machine.cli('events', session, '--after', String(seq), '--json')
  return eventsIn(out)
    .filter(({ type }) => type === 'message_delta')
    .map((event) => event.text)
    .join('')
}

test('an idle agent is parked, and the next message finds it where it was', async () => {
  const { id } = await machine.json('new', '--agent', 'demo', 'say: remembered')
  const { seq } = await machine.until(id, 'turn_result')
  expect(await machine.json('park', id)).toMatchObject({ id, agent: 'demo' })
  expect(await machine.until(id, 'session_status', seq)).toMatchObject({ status: 'exited', reason: 'parked' })
  expect(await answerTo(id, 'recall')).toContain('remembered')
  expect((await machine.cli('tasks', id)).out).toContain('does not report')
})

test('a cleared conversation remembers nothing, and its history is still there', async () => {
  const { id } = await machine.json('new', '--agent', 'demo', 'say: to be forgotten')
  await machine.until(id, 'turn_result')
  expect((await machine.cli('clear', id)).code).toBe(0)
  await machine.until(id, 'context_cleared')
  expect(await answerTo(id, 'recall')).toBe('You have said nothing before this.')
  expect((await machine.cli('events', id, '--json')).out).toContain('to be forgotten')
})
