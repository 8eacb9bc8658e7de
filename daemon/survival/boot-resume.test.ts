/** What a daemon brings back by itself when it starts, in which order, how often, and when it leaves it. */
import { expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noneMarked } from '../../shared/testing/processes.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { textOf } from '../testing/machine.ts'
import { data, eventsOf, mustStart, type Rig, until, untilSession } from '../testing/rig.ts'
import { demoCommand } from './testing/demo-command.ts'
import { readJournal } from './testing/journal.ts'

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

async function end(rig: Rig, home: string): Promise<void> {
  await rig.stop('all')
  await noneMarked('HOME', home)
}

test.concurrent('sessions come back two at a time, the last used first, whoever was made first', async () => {
  await using home = await tempHome()
  const journal = `${home.path}/journal.jsonl`
  const env = { FAIRLEAD_AGENT_DEMO: demoCommand({ home: home.path, journal }, ['--start-delay', '150']) }
  const first = await mustStart({ home: home.path, env })
  const [a = '', b = '', c = '', d = ''] = await Promise.all(
    [1, 2, 3, 4].map(() => begin(first, { cwd: home.path })),
  )
  const used = [b, d, a, c]
  for (const session of used) await say(first, session, `say: ${session}`)
  const last = new Map((await sessionsOf(first)).map((session) => [session.id, session.lastSeq]))
  await first.stop('keep')

  const second = await mustStart({ home: home.path, env })
  const back = await Promise.all(used.map((session) => resumedAt(second, session, last.get(session) ?? 0)))
  const [atB = 0, atD = 0, atA = 0, atC = 0] = back
  expect(Math.max(atC, atA)).toBeLessThanOrEqual(Math.min(atB, atD))
  const starts = readJournal(journal).flatMap((entry) => (entry.got === 'initialize' ? [entry.at] : []))
  expect(starts.length).toBe(8)
  expect(starts[6]).toBeGreaterThanOrEqual(Math.min(atC, atA))
  await end(second, home.path)
})

const sessionsOf = async (rig: Rig) => data(await rig.api.v1.sessions.get())

test.concurrent('an agent that does not come back is tried three times, keeps its reason, and comes with the next message', async () => {
  await using home = await tempHome()
  const [starts, broken] = [`${home.path}/starts`, `${home.path}/broken`]
  const agent = `${home.path}/agent.sh`
  const demo = demoCommand({ home: home.path, journal: `${home.path}/journal.jsonl` })
  const script = `#!/bin/sh\necho . >> ${starts}\n[ -e ${broken} ] && echo it is broken >&2 && exit 7\nexec ${demo}\n`
  writeFileSync(agent, script, { mode: 0o755 })
  const env = { FAIRLEAD_AGENT_DEMO: agent }
  const limits = { bootResumePauseMs: 10 }
  const first = await mustStart({ home: home.path, env, limits })
  const session = await begin(first, { cwd: home.path })
  await say(first, session, 'say: remember me')
  await first.stop('keep')

  writeFileSync(broken, '')
  const second = await mustStart({ home: home.path, env, limits })
  let failures = 0
  const events = await until(
    second,
    session,
    (event) => event.type === 'session_status' && (event.message ?? '').includes('broken') && ++failures === 3,
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
  await end(second, home.path)
})

const linesOf = async (path: string): Promise<number> => (await Bun.file(path).text()).split('\n').length - 1

test.concurrent('a workspace or an agent that is gone spends no try: the session says so at once, the others come back', async () => {
  await using home = await tempHome()
  const agent = `${home.path}/agent.sh`
  const kept = `${home.path}/kept.sh`
  const demo = demoCommand({ home: home.path, journal: `${home.path}/journal.jsonl` })
  writeFileSync(agent, `#!/bin/sh\nexec ${demo}\n`, { mode: 0o755 })
  copyFileSync(agent, kept)
  const env = { FAIRLEAD_AGENT_DEMO: demo, FAIRLEAD_AGENT_GOOSE: agent }
  const first = await mustStart({ home: home.path, env })
  const workspace = join(home.path, 'workspace')
  mkdirSync(workspace)
  const here = await begin(first, { cwd: home.path })
  const homeless = await begin(first, { cwd: workspace })
  const agentless = await begin(first, { cwd: home.path, agent: 'goose' })
  for (const session of [here, homeless, agentless]) await say(first, session, 'say: remember me')
  await first.stop('keep')

  rmdirSync(workspace)
  rmSync(agent)
  const second = await mustStart({ home: home.path, env })
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
  await end(second, home.path)
})

test.concurrent('a conversation in which nothing was said cannot be opened again: it begins anew', async () => {
  await using home = await tempHome()
  const first = await mustStart({ home: home.path })
  const session = await begin(first, { cwd: home.path })
  const before = await untilSession(first, session, (now) => now.status === 'idle')
  await first.stop('keep')
  const second = await mustStart({ home: home.path })
  const after = await untilSession(second, session, (now) => now.status === 'idle')
  expect(after.conversation).not.toBe(before.conversation)
  expect(await say(second, session, 'say: hello')).toBe('hello')
  await end(second, home.path)
})
