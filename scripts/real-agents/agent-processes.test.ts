import { expect, test } from 'bun:test'
import { agentProcesses, MARK, rootOf } from './agent-processes.ts'

test('an agent is every process of its run, and its root the one that nobody of them started', async () => {
  const mark = `agent-processes-${process.pid}`
  const env = { PATH: process.env.PATH ?? '', [MARK]: mark }
  // The second one is a child of the first; the third belongs to the daemon, not to a run.
  const script = 'sleep 4321 & echo begun; wait'
  const agent = Bun.spawn(['/bin/sh', '-c', script], {
    env: { ...env, FAIRLEAD_AGENT_RUN: 'run_1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const keeper = Bun.spawn(['sleep', '4321'], { env, stdio: ['ignore', 'ignore', 'ignore'] })
  const begun = await agent.stdout.getReader().read()
  const found = agentProcesses(mark)
  try {
    expect(new TextDecoder().decode(begun.value)).toBe('begun\n')
    expect(found.map(({ command }) => command).sort()).toEqual([`/bin/sh -c ${script}`, 'sleep 4321'])
    expect(rootOf(found)?.pid).toBe(agent.pid)
  } finally {
    for (const { pid } of found) process.kill(pid, 'SIGKILL')
    keeper.kill('SIGKILL')
    await Promise.all([agent.exited, keeper.exited])
  }
  expect(agentProcesses(mark)).toEqual([])
})
