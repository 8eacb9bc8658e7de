/** What a daemon brings back by itself when it starts, in which order, how often, and when it leaves it. */
import { expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { textOf } from '../testing/machine.ts'
import { data, eventsOf, type Rig, until, untilSession } from '../testing/rig.ts'
import { demoCommand } from './testing/demo-command.ts'
import { readJournal } from './testing/journal.ts'
import { createLives } from './testing/lives.ts'

const begin = async (rig: Rig, wanted: { cwd: string; agent?: string; text?: string }): Promise<string> =>
  data(await rig.api.v1.sessions.post({ agent: 'demo', ...wanted })).id

/** One whole turn. */
async function say(rig: Rig, session: string, text: string): Promise<string> {
  const { seq } = data(await rig.api.v1.sessions({ session }).prompt.post({ text }))
  return textOf(await until(rig, session, (event) => event.type === 'turn_result', seq))
}

const resumedAt = async (rig: Rig, session: string, after: number): Promise<number> =>
  (
    await until(rig, session, (event) => event.type === 'session_status' && event.status === 'resumed', after)
  ).at(-1)?.at ?? 0

test.concurrent('sessions come back two at a time, the last used first, whoever was made first', async () => {
  await using lives = await createLives({ demo: ['--start-delay', '150'] })
  const first = await lives.start()
  const [a = '', b = '', c = '', d = ''] = await Promise.all(
    [1, 2, 3, 4].map(() => begin(first, { cwd: lives.home })),
  )
  const used = [b, d, a, c]
  for (const session of used) await say(first, session, `say: ${session}`)
  const last = new Map((await sessionsOf(first)).map((session) => [session.id, session.lastSeq]))
  await lives.stop('keep')

  const second = await lives.start()
  const back = await Promise.all(used.map((session) => resumedAt(second, session, last.get(session) ?? 0)))
  const [atB = 0, atD = 0, atA = 0, atC = 0] = back
  expect(Math.max(atC, atA)).toBeLessThanOrEqual(Math.min(atB, atD))
  const starts = readJournal(lives.journal).flatMap((entry) => (entry.got === 'initialize' ? [entry.at] : []))
  expect(starts.length).toBe(8)
  expect(starts[6]).toBeGreaterThanOrEqual(Math.min(atC, atA))
}, 20_000)

const sessionsOf = async (rig: Rig) => data(await rig.api.v1.sessions.get())

test.concurrent('an agent that does not come back is tried three times, keeps its reason, and comes with the next message', async () => {
  await using lives = await createLives({
    limits: { bootResumePauseMs: 10 },
    env: (home) => ({ FAIRLEAD_AGENT_DEMO: join(home, 'agent.sh') }),
  })
  const starts = join(lives.home, 'starts')
  const broken = join(lives.home, 'broken')
  const agent = join(lives.home, 'agent.sh')
  const demo = demoCommand(lives)
  const script = `#!/bin/sh\necho . >> ${starts}\n[ -e ${broken} ] && echo it is broken >&2 && exit 7\nexec ${demo}\n`
  writeFileSync(agent, script, { mode: 0o755 })
  const first = await lives.start()
  const session = await begin(first, { cwd: lives.home })
  await say(first, session, 'say: remember me')
  await lives.stop('keep')

  writeFileSync(broken, '')
  const second = await lives.start()
  let failures = 0
  const events = await until(
    second,
    session,
    (event) =>
      event.type === 'session_status' && (event.message ?? '').includes('broken') && ++failures === 3,
  )
  expect(events.at(-1)).toMatchObject({ status: 'exited', reason: 'daemon_shutdown' })
  const left = await untilSession(second, session, () => true)
  expect(left).toMatchObject({ status: 'interrupted', reason: 'daemon_shutdown' })
  expect(left.detail).toBe("the agent's program ended with code 7: it is broken")
  expect(await linesOf(starts)).toBe(4)
  rmSync(broken)
  expect(await say(second, session, 'recall')).toBe('say: remember me')
  expect(await linesOf(starts)).toBe(5)
  expect((await untilSession(second, session, () => true)).detail).toBeUndefined()
}, 20_000)

const linesOf = async (path: string): Promise<number> => (await Bun.file(path).text()).split('\n').length - 1

test.concurrent('a workspace or an agent that is gone spends no try: the session says so at once, the others come back', async () => {
  await using lives = await createLives({ env: (home) => ({ FAIRLEAD_AGENT_GOOSE: join(home, 'agent.sh') }) })
  const agent = join(lives.home, 'agent.sh')
  const kept = join(lives.home, 'kept.sh')
  writeFileSync(agent, `#!/bin/sh\nexec ${demoCommand(lives)}\n`, { mode: 0o755 })
  copyFileSync(agent, kept)
  const first = await lives.start()
  const workspace = join(lives.home, 'workspace')
  mkdirSync(workspace)
  const here = await begin(first, { cwd: lives.home })
  const homeless = await begin(first, { cwd: workspace })
  const agentless = await begin(first, { cwd: lives.home, agent: 'goose' })
  for (const session of [here, homeless, agentless]) await say(first, session, 'say: remember me')
  await lives.stop('keep')

  rmdirSync(workspace)
  rmSync(agent)
  const second = await lives.start()
  const gone = await untilSession(second, homeless, (now) => now.detail !== undefined)
  expect(gone).toMatchObject({ status: 'interrupted', reason: 'daemon_shutdown' })
  expect(gone.detail).toContain(workspace)
  const missing = await untilSession(second, agentless, (now) => now.detail !== undefined)
  expect(missing).toMatchObject({ status: 'interrupted', reason: 'daemon_shutdown' })
  await untilSession(second, here, (now) => now.status === 'idle')
  for (const session of [homeless, agentless]) {
    const exits = (await eventsOf(second, session)).filter((event) => event.type === 'session_status')
    expect(exits).toMatchObject([{ status: 'started' }, { status: 'exited', reason: 'daemon_shutdown' }])
  }
  mkdirSync(workspace)
  copyFileSync(kept, agent)
  for (const session of [homeless, agentless])
    expect(await say(second, session, 'recall')).toBe('say: remember me')
}, 20_000)

test.concurrent('a conversation in which nothing was said cannot be opened again: it begins anew', async () => {
  await using lives = await createLives()
  const first = await lives.start()
  const session = await begin(first, { cwd: lives.home })
  const before = await untilSession(first, session, (now) => now.status === 'idle')
  await lives.stop('keep')
  const second = await lives.start()
  const after = await untilSession(second, session, (now) => now.status === 'idle')
  expect(after.conversation).not.toBe(before.conversation)
  expect(await say(second, session, 'say: hello')).toBe('hello')
}, 20_000)
