/** Whatever ends an agent, nothing that it started is left: counted by the marker that all of it carries. */
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markedProcesses } from '../../shared/testing/processes.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import { data, type Rig, until, untilSession } from '../testing/rig.ts'
import { demoCommand } from './testing/demo-command.ts'
import { createLives, keeperOf, type Lives } from './testing/lives.ts'

interface Way {
  name: string
  /** What the agent is told first. */
  text?: string
  ends(lives: Lives, session: string): Promise<unknown>
}

const acts = (rig: Rig, session: string) => rig.api.v1.sessions({ session })
const exited = (lives: Lives, session: string) =>
  untilSession(lives.rig(), session, (now) => ['exited', 'parked', 'interrupted'].includes(now.status))

const ways: readonly Way[] = [
  { name: 'a stop', ends: (lives, session) => acts(lives.rig(), session).stop.post() },
  {
    name: 'a stop of one that ignores SIGTERM',
    text: 'ignore-sigterm',
    ends: (lives, session) => acts(lives.rig(), session).stop.post(),
  },
  {
    name: 'shutting it down for idleness',
    async ends(lives, session) {
      data(await acts(lives.rig(), session).park.post())
      return exited(lives, session)
    },
  },
  { name: 'deleting its session', ends: (lives, session) => acts(lives.rig(), session).delete() },
  {
    name: 'a crash of its own',
    async ends(lives, session) {
      await acts(lives.rig(), session).prompt.post({ text: 'crash' })
      return exited(lives, session)
    },
  },
  {
    name: 'SIGTERM of the daemon',
    async ends(lives) {
      process.kill(lives.rig().pid, 'SIGTERM')
      return lives.gone()
    },
  },
  {
    name: 'SIGKILL of the daemon and a stop by its successor',
    async ends(lives, session) {
      await lives.kill()
      return acts(await lives.start(), session).stop.post()
    },
  },
  {
    name: 'the end of its keeper, when the next one is there',
    async ends(lives, session) {
      const keeper = await keeperOf(lives.rig())
      process.kill(keeper, 'SIGKILL')
      const back = (rig: Rig) =>
        until(rig, session, (event) => event.type === 'session_status' && event.status === 'resumed')
      await back(lives.rig())
      return acts(lives.rig(), session).stop.post()
    },
  },
]

// Each in a home of its own: a child in its group, one in a session of its own, and one under that.
for (const way of ways) {
  test.concurrent(`nothing is left of an agent after ${way.name}`, async () => {
    await using lives = await createLives({
      env: (home) => ({ FAIRLEAD_AGENT_DEMO: join(home, 'agent.sh') }),
    })
    const children = `sleep 1001 &\nsetsid sh -c 'sleep 1002 & exec sleep 1003' &\n`
    const script = `#!/bin/sh\nFAIRLEAD_TEST=${lives.home}\nexport FAIRLEAD_TEST\n${children}exec ${demoCommand(lives)}\n`
    writeFileSync(join(lives.home, 'agent.sh'), script, { mode: 0o755 })
    const rig = await lives.start()
    const wanted = { agent: 'demo', cwd: lives.home, text: way.text ?? 'say: here' }
    const { id } = data(await rig.api.v1.sessions.post(wanted))
    await until(rig, id, (event) => event.type === 'turn_result')
    await untilSession(rig, id, (now) => now.status === 'idle')
    const left = () => markedProcesses('FAIRLEAD_TEST', lives.home)
    await waitFor('the children to be there', 10_000, () => left().length >= 4)
    await way.ends(lives, id)
    await waitFor('everything to end', 15_000, () => left().length === 0)
    expect(left()).toEqual([])
  }, 60_000)
}
