/** Sessions that are not brought back by themselves any more, and how many agents it takes to bring one back. */
import { expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { textOf } from '../testing/machine.ts'
import { data, type Rig, until, untilSession } from '../testing/rig.ts'
import { demoCommand } from './testing/demo-command.ts'
import { readJournal } from './testing/journal.ts'
import { createLives, type Lives } from './testing/lives.ts'

const begin = async (lives: Lives, text: string): Promise<string> => {
  const rig = lives.rig()
  const { id } = data(await rig.api.v1.sessions.post({ agent: 'demo', cwd: lives.home, text }))
  await until(rig, id, (event) => event.type === 'turn_result')
  return id
}
const say = async (rig: Rig, session: string, text: string): Promise<string> => {
  const { seq } = data(await rig.api.v1.sessions({ session }).prompt.post({ text }))
  return textOf(await until(rig, session, (event) => event.type === 'turn_result', seq))
}

test.concurrent('dead conversations cost three agents at every restart: three tries that failed are the last, and a message still works', async () => {
  await using lives = await createLives({
    limits: { bootResumePauseMs: 10 },
    env: (home) => ({ FAIRLEAD_AGENT_DEMO: join(home, 'agent.sh') }),
  })
  const starts = join(lives.home, 'starts')
  const broken = join(lives.home, 'broken')
  const script = `#!/bin/sh\necho . >> ${starts}\n[ -e ${broken} ] && exit 7\nexec ${demoCommand(lives)}\n`
  writeFileSync(join(lives.home, 'agent.sh'), script, { mode: 0o755 })
  const count = async (): Promise<number> => (await Bun.file(starts).text()).split('\n').length - 1
  await lives.start()
  const session = await begin(lives, 'say: remember me')
  await lives.stop('keep')
  writeFileSync(broken, '')
  const second = await lives.start()
  const left = await untilSession(second, session, (now) => now.forgotten === true)
  expect(left).toMatchObject({ status: 'interrupted', reason: 'daemon_shutdown' })
  expect(await count()).toBe(4)
  await lives.stop('keep')
  rmSync(broken)
  const third = await lives.start()
  const marker = await begin(lives, 'say: the daemon got this far')
  expect(await untilSession(third, session, () => true)).toMatchObject({
    status: 'interrupted',
    forgotten: true,
  })
  expect(await say(third, session, 'recall')).toContain('remember me')
  const now = await untilSession(third, session, (one) => one.status === 'idle')
  expect(now.forgotten).toBeUndefined()
  expect(marker).not.toBe(session)
}, 60_000)

test.concurrent('an agent that says it does not have the conversation is not asked three times, nor at the next start', async () => {
  await using lives = await createLives({ limits: { bootResumePauseMs: 10 } })
  await lives.start()
  const session = await begin(lives, 'say: remember me')
  await lives.stop('keep')
  rmSync(join(lives.home, 'demo'), { recursive: true })
  const resumes = (): number =>
    readJournal(lives.journal).filter((entry) => entry.got === 'session/resume').length
  const second = await lives.start()
  const left = await untilSession(
    second,
    session,
    (now) => now.forgotten === true && now.status === 'interrupted',
  )
  expect(left.detail).toBe('Resource not found')
  expect(resumes()).toBe(1)
  await lives.stop('keep')
  await lives.start()
  await begin(lives, 'say: the daemon got this far')
  expect(resumes()).toBe(1)
}, 60_000)

test.concurrent('a session that a person stopped while it had no agent stays where it is at the next start', async () => {
  await using lives = await createLives({ env: (home) => ({ FAIRLEAD_AGENT_GOOSE: join(home, 'agent.sh') }) })
  const agent = join(lives.home, 'agent.sh')
  const script = `#!/bin/sh\nexec ${demoCommand(lives)}\n`
  writeFileSync(agent, script, { mode: 0o755 })
  const first = await lives.start()
  const { id } = data(
    await first.api.v1.sessions.post({ agent: 'goose', cwd: lives.home, text: 'say: hello' }),
  )
  await until(first, id, (event) => event.type === 'turn_result')
  await lives.stop('keep')
  rmSync(agent)
  const second = await lives.start()
  await untilSession(second, id, (now) => now.detail !== undefined)
  const stopped = data(await second.api.v1.sessions({ session: id }).stop.post())
  expect(stopped).toMatchObject({ status: 'interrupted', forgotten: true })
  await lives.stop('keep')
  writeFileSync(agent, script, { mode: 0o755 })
  const third = await lives.start()
  await begin(lives, 'say: the daemon got this far')
  expect(await untilSession(third, id, () => true)).toMatchObject({ status: 'interrupted', forgotten: true })
}, 60_000)

test.concurrent('two people who bring a session back at once get one agent, and so do a message and a resume', async () => {
  await using lives = await createLives({ demo: ['--start-delay', '100'] })
  const rig = await lives.start()
  const session = await begin(lives, 'say: hello')
  data(await rig.api.v1.sessions({ session }).stop.post())
  const acts = rig.api.v1.sessions({ session })
  const started = (): number =>
    readJournal(lives.journal).filter((entry) => entry.got === 'initialize').length
  expect(started()).toBe(1)
  await Promise.all([acts.resume.post(), acts.resume.post(), acts.prompt.post({ text: 'say: once' })])
  const events = await until(rig, session, (event) => event.type === 'turn_result' && event.turn !== 1)
  expect(textOf(events).match(/once/g)).toHaveLength(1)
  expect(started()).toBe(2)
}, 30_000)
