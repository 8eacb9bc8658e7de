/** Cancels that come early, late or to nothing, and what an agent leaves running after one. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { markedProcesses } from '../../shared/testing/processes.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import { linesIn, type Machine, startMachine, textOf } from '../testing/machine.ts'
import { demoCommand, permission, puppetCommand, steps } from '../testing/puppet.ts'
import { data } from '../testing/rig.ts'

// Processes of its own on a machine that is busy with other tests.
setDefaultTimeout(20_000)

let home: TempHome
let machine: Machine
const file = (name: string) => join(home.path, name)

beforeAll(async () => {
  home = await tempHome()
  machine = await startMachine({
    home,
    limits: { cancelWedgeMs: 300, cancelSettleMs: 1_500 },
    env: {
      FAIRLEAD_AGENT_GOOSE: puppetCommand('--log', file('goose')),
      FAIRLEAD_AGENT_KIMI: demoCommand('--start-delay', '400', '--journal', file('kimi')),
    },
  })
})
afterAll(() => machine.end(), 20_000)

const cancel = async (session: string) => data(await machine.acts(session).cancel.post())
const commands = (words: string) =>
  markedProcesses('HOME', home.path).filter(({ command }) => command === words)

test('a cancel ends the turn and keeps the agent; without a turn it is no mistake', async () => {
  const session = await machine.begin('say: begun\nhang')
  await machine.event(session, 'message_delta')
  expect(await cancel(session)).toEqual({ outcome: 'cancelling', turn: 1, settled: true })
  expect(await machine.event(session, 'turn_result')).toMatchObject({ stopReason: 'cancelled', turn: 1 })
  expect(await cancel(session)).toEqual({ outcome: 'no_turn', turn: null, settled: true })
  expect(await machine.session(session, () => true)).toMatchObject({ status: 'idle' })
})

test('a turn that was cancelled before its message reached the agent ran to its end: the agent never gets the message', async () => {
  const session = await machine.begin('say: never', 'kimi')
  expect(await cancel(session)).toEqual({ outcome: 'cancelling', turn: 1, settled: true })
  expect(await machine.event(session, 'turn_result')).toMatchObject({ stopReason: 'cancelled', prompts: [1] })
  await machine.prompt(session, 'say: but this')
  await machine.event(session, 'turn_result', 2)
  expect(textOf(await machine.events(session))).toContain('but this')
  const prompts = linesIn(file('kimi')).filter((line) => line.got === 'prompt')
  expect(prompts.map((line) => line.text)).toEqual(['say: but this'])
})

test('the agent is told of the cancel first, then its permissions are answered cancelled', async () => {
  const text = steps(permission(7, 'a'), permission('seven', 'b'), { reply: 7 }, { end: 'cancelled' })
  const session = await machine.begin(text, 'goose')
  await machine.asks(session, 2)
  expect(await cancel(session)).toMatchObject({ settled: true })
  // The turn may end by the first answer while the second is still on its way.
  const heard = await waitFor('what the agent hears after its prompt', 5_000, () => {
    const lines = linesIn(file('goose'))
    const after = lines.slice(lines.findIndex((line) => line.method === 'session/prompt') + 1)
    return after.length >= 3 && after
  })
  expect(heard[0]).toMatchObject({ method: 'session/cancel' })
  expect(heard.slice(1)).toEqual([
    { jsonrpc: '2.0', id: 7, result: { outcome: { outcome: 'cancelled' } } },
    { jsonrpc: '2.0', id: 'seven', result: { outcome: { outcome: 'cancelled' } } },
  ])
  const resolved = (await machine.events(session)).filter((event) => event.type === 'permission_resolved')
  expect(resolved).toMatchObject([
    { outcome: 'cancelled', by: { door: 'local' } },
    { outcome: 'cancelled', by: { door: 'local' } },
  ])
})

test('a call left open by a cancelled agent is closed, the command it left is ended, and the agent stays', async () => {
  const session = await machine.begin('oddity: command-left-running\nrun: sleep 98762')
  const [ask] = await machine.asks(session)
  if (!ask) throw new Error('no ask')
  await machine.answer(ask, { option: 'once' })
  await waitFor('the command', 5_000, () => commands('sleep 98762').length === 1)
  expect(await cancel(session)).toMatchObject({ settled: true })
  const calls = (await machine.events(session)).filter((event) => event.type === 'tool_call')
  expect(calls.at(-1)).toMatchObject({ status: 'cancelled', turn: 1 })
  await waitFor('the command to end', 5_000, () => commands('sleep 98762').length === 0)
  await machine.prompt(session, 'say: still here')
  await machine.event(session, 'turn_result', 2)
  const statuses = (await machine.events(session)).filter((event) => event.type === 'session_status')
  expect(statuses).toHaveLength(1)
})

test('what an agent answers to a turn that is over ends no later turn', async () => {
  const session = await machine.begin('say: begun\noddity: late-answer\nhang')
  await machine.event(session, 'message_delta')
  expect(await cancel(session)).toMatchObject({ settled: true })
  await machine.prompt(session, 'words: 12 40\nsay: the end')
  const second = await machine.event(session, 'turn_result', 2)
  expect(second).toMatchObject({ stopReason: 'end_turn' })
  const own = (await machine.events(session)).filter((event) => event.turn === second.turn)
  expect(textOf(own)).toContain('the end')
})

test('a result that comes after the wedge is not the next turn’s: the run it came from is over', async () => {
  const late = steps({ await: 'session/cancel' }, { pause: 400 }, { end: 'end_turn' })
  const session = await machine.begin(late, 'goose')
  await machine.event(session, 'prompt_delivered')
  const next = await machine.prompt(session, steps({ say: 'new' }, { end: 'max_tokens' }))
  await cancel(session)
  expect(await machine.event(session, 'turn_result')).toMatchObject({ stopReason: 'cancelled', prompts: [1] })
  expect(await machine.event(session, 'turn_result', 2)).toMatchObject({
    stopReason: 'max_tokens',
    prompts: [next.seq],
  })
})
