/** An agent that crashes again and again: it is left alone for a while, whoever waits, and whatever happens to the daemon. */
import { expect, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { textOf } from '../testing/machine.ts'
import { data, until, untilSession } from '../testing/rig.ts'
import { demoCommand } from './testing/demo-command.ts'
import { createLives } from './testing/lives.ts'

const LOOP = { env: (home: string) => ({ FAIRLEAD_AGENT_DEMO: join(home, 'agent.sh') }) }

/** The demo agent, which crashes as it starts for as long as a file is there, and writes down each of its starts. */
async function fragile(limits: { restMs: number }) {
  const lives = await createLives({ ...LOOP, limits })
  const starts = join(lives.home, 'starts')
  const broken = join(lives.home, 'broken')
  const script = `#!/bin/sh\necho . >> ${starts}\n[ -e ${broken} ] && exit 7\nexec ${demoCommand(lives, ['--no-steering'])}\n`
  writeFileSync(join(lives.home, 'agent.sh'), script, { mode: 0o755 })
  const rig = await lives.start()
  const { id } = data(await rig.api.v1.sessions.post({ agent: 'demo', cwd: lives.home, text: 'say: before' }))
  await until(rig, id, (event) => event.type === 'turn_result')
  return {
    lives,
    id,
    breaks: () => writeFileSync(broken, ''),
    mends: () => rmSync(broken),
    starts: () => readFileSync(starts, 'utf8').split('\n').length - 1,
  }
}

test.concurrent('five crashes within a minute, a message waiting: it rests, through a SIGKILL, and is tried when a person says so', async () => {
  const agent = await fragile({ restMs: 3_600_000 })
  await using lives = agent.lives
  const { id } = agent
  agent.breaks()
  const rig = lives.rig()
  const { seq } = data(await rig.api.v1.sessions({ session: id }).prompt.post({ text: 'crash\nsay: never' }))
  data(await rig.api.v1.sessions({ session: id }).prompt.post({ text: 'say: I waited' }))
  const now = await untilSession(rig, id, (one) => one.restUntil !== undefined)
  expect(now).toMatchObject({ status: 'exited', reason: 'agent_exited', queue: [{ text: 'say: I waited' }] })
  expect(now.restWhy).toContain('5 times')
  // One start when it was well; then the one that crashed in the turn is the first of five.
  expect(agent.starts()).toBe(5)
  await lives.kill()
  const next = await lives.start()
  const later = await untilSession(next, id, () => true)
  expect(later).toMatchObject({ restUntil: now.restUntil, restWhy: now.restWhy, queue: [{}] })
  expect(agent.starts()).toBe(5)
  agent.mends()
  data(await next.api.v1.sessions({ session: id }).resume.post())
  const events = await until(next, id, (event) => event.type === 'turn_result' && event.turn !== seq, seq)
  expect(textOf(events)).toContain('I waited')
  expect((await untilSession(next, id, (one) => one.status === 'idle')).restUntil).toBeUndefined()
}, 60_000)

test.concurrent('when the rest is over, what waits is delivered without anybody asking, in a daemon that was killed meanwhile', async () => {
  const agent = await fragile({ restMs: 3_000 })
  await using lives = agent.lives
  const { id } = agent
  const rig = lives.rig()
  agent.breaks()
  data(await rig.api.v1.sessions({ session: id }).prompt.post({ text: 'crash' }))
  const { seq } = data(await rig.api.v1.sessions({ session: id }).prompt.post({ text: 'say: I waited' }))
  await untilSession(rig, id, (one) => one.restUntil !== undefined)
  await lives.kill()
  agent.mends()
  const next = await lives.start()
  const events = await until(next, id, (event) => event.type === 'turn_result' && event.turn === seq)
  expect(textOf(events)).toContain('I waited')
}, 60_000)
