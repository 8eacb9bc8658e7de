/** What an agent has at work beside its turns, by the command line. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { puppetCommand, type Step, steps } from '../../daemon/testing/puppet.ts'
import { type TestMachine, testMachine } from './test-machine.ts'

const HOOK_MS = 20_000
let machine: TestMachine

beforeAll(async () => {
  machine = await testMachine(process.env, `tasks-${process.pid}`, {
    FAIRLEAD_AGENT_CLAUDE: puppetCommand(),
  })
}, HOOK_MS)
afterAll(() => machine.end(), HOOK_MS)

const began = (asyncTaskId: string, name: string, canStop: boolean): Step => ({
  update: { sessionUpdate: 'async_task_spawned', asyncTaskId, name, taskType: 'shell', canStop },
})

test(
  'background tasks are listed, and the agent is asked to stop the one that is named',
  async () => {
    const script = steps(
      began('b1', 'bun dev', true),
      began('b2', 'tail', false),
      { say: 'both are at work' },
      { await: '_session/async_task/stop' },
      { update: { sessionUpdate: 'async_task_state_update', asyncTaskId: 'b1', state: 'stopped' } },
      { end: 'end_turn' },
    )
    const { id } = await machine.json('new', '--agent', 'claude', script)
    await machine.until(id, 'message_delta')
    expect((await machine.cli('tasks', id)).out).toMatch(/^b1 +running +bun dev\nb2 +running +tail$/m)

    expect(await machine.refused('tasks', id, '--stop', 'b2')).toMatchObject({ code: 'control_refused' })
    expect(await machine.refused('tasks', id, '--stop', 'b3')).toEqual({ exit: 3, code: 'not_found' })
    expect(await machine.json('tasks', id, '--stop', 'b1')).toMatchObject({ id })
    await machine.until(id, 'turn_result')
    expect(await machine.json('tasks', id)).toMatchObject([
      { id: 'b1', state: 'stopped' },
      { id: 'b2', state: 'running' },
    ])
    expect(await machine.refused('tasks', id, '--stop', 'b1')).toMatchObject({ code: 'already_settled' })
  },
  HOOK_MS,
)
