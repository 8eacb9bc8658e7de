/** Cancel and stop at the numbers that people get: 1.5 s, 15 s; 2 s, 3 s. The two run beside each other. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { markedProcesses } from '../../shared/testing/processes.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import { linesIn, type Machine, startMachine } from '../testing/machine.ts'
import { demoCommand } from '../testing/puppet.ts'
import { data } from '../testing/rig.ts'

// Processes of its own on a machine that is busy with other tests.
setDefaultTimeout(20_000)

let home: TempHome
let machine: Machine
const journal = () => linesIn(join(home.path, 'journal'))

beforeAll(async () => {
  home = await tempHome()
  const command = demoCommand('--no-steering', '--journal', join(home.path, 'journal'))
  machine = await startMachine({ home, env: { FAIRLEAD_AGENT_DEMO: command } })
})
afterAll(() => machine.end(), 20_000)

test.concurrent('a turn that ignores its cancel is watched for 1.5 s, ended after 15 s, and what waited goes to a new process', async () => {
  const session = await machine.begin('ignore-cancel\nsay: begun\nhang')
  await machine.event(session, 'message_delta')
  const { conversation } = await machine.session(session, () => true)
  const waiting = await machine.prompt(session, 'say: after all')
  expect(waiting.landed).toBe('queued')
  expect(data(await machine.acts(session).cancel.post())).toEqual({
    outcome: 'cancelling',
    turn: 1,
    settled: false,
  })
  const asked = await machine.session(session, (now) => now.cancelRequestedAt !== null)
  expect(asked).toMatchObject({ status: 'running', turn: 1, queue: [{ seq: waiting.seq }] })
  const result = await machine.event(session, 'turn_result')
  expect(result).toMatchObject({ stopReason: 'cancelled', prompts: [1], turn: 1 })
  expect(result.at - (asked.cancelRequestedAt ?? 0)).toBeGreaterThanOrEqual(15_000)
  const second = await machine.event(session, 'turn_result', 2)
  expect(second).toMatchObject({ stopReason: 'end_turn', prompts: [waiting.seq] })
  const statuses = (await machine.events(session)).flatMap((event) =>
    event.type === 'session_status' ? [[event.status, event.reason]] : [],
  )
  expect(statuses).toEqual([
    ['started', undefined],
    ['exited', 'config_changed'],
    ['resumed', undefined],
  ])
  expect(await machine.session(session, (now) => now.status === 'idle')).toMatchObject({ conversation })
  const prompts = journal().filter((line) => line.got === 'prompt' && line.session === conversation)
  expect(prompts.map((line) => line.text)).toEqual(['ignore-cancel\nsay: begun\nhang', 'say: after all'])
  expect(prompts[0]?.pid).not.toBe(prompts[1]?.pid)
}, 40_000)

test.concurrent('an agent that ignores a closed stdin and SIGTERM is killed after 2 s and 3 s, with the command it runs', async () => {
  const session = await machine.begin('ignore-sigterm\nrun: sleep 98761\nhang')
  const [ask] = await machine.asks(session)
  if (!ask) throw new Error('no ask')
  await machine.answer(ask, { option: 'once' })
  const commands = () =>
    markedProcesses('HOME', machine.home).filter(({ command }) => command === 'sleep 98761')
  await waitFor('the command', 5_000, () => commands().length === 1)
  const { conversation } = await machine.session(session, () => true)
  const stopped = data(await machine.acts(session).stop.post())
  expect(stopped).toMatchObject({ status: 'exited', reason: 'stopped', turn: null })
  expect(stopped.unconfirmed).toBeUndefined()
  expect(commands()).toEqual([])
  const pid = journal().find((line) => line.got === 'prompt' && line.session === conversation)?.pid
  const steps = journal().filter((line) => line.pid === pid && /stdin_end|SIG/.test(String(line.got)))
  expect(steps.map((line) => line.got)).toEqual(['stdin_end', 'SIGTERM'])
  const exited = await machine.event(session, 'session_status', 2)
  const at = [...steps.map((line) => Number(line.at)), exited.at]
  const [stdin = 0, term = 0, gone = 0] = at
  expect(term - stdin).toBeGreaterThanOrEqual(1_900)
  expect(gone - stdin).toBeGreaterThanOrEqual(4_900)
  expect(await machine.event(session, 'turn_result')).toMatchObject({ stopReason: 'cancelled' })
}, 40_000)
