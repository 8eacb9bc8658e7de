/** What went wrong with the lives of agents and their viewers elsewhere, played again here. */
import { expect, test } from 'bun:test'
import { markedProcesses } from '../../shared/testing/processes.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import { askDigest } from '../../shared/wire/ask-digest.ts'
import { isGone, textOf } from '../testing/machine.ts'
import { data, follow, until, untilSession } from '../testing/rig.ts'
import { readJournal } from './testing/journal.ts'
import { createLives, keeperOf } from './testing/lives.ts'

const STARTED = 'initialize'

test.concurrent('each look at another session held a place until all were taken: viewers hold nothing', async () => {
  await using lives = await createLives({ limits: { liveSessions: 2 } })
  const rig = await lives.start()
  const wanted = { agent: 'demo', cwd: lives.home, text: 'say: hello' }
  const { id } = data(await rig.api.v1.sessions.post(wanted))
  await until(rig, id, (event) => event.type === 'turn_result')
  for (let hops = 0; hops < 10; hops++) {
    for await (const item of follow(rig, id, 0)) if (item.type === 'hello') break
  }
  const second = data(await rig.api.v1.sessions.post(wanted))
  await until(rig, second.id, (event) => event.type === 'turn_result')
  expect(readJournal(lives.journal).filter((entry) => entry.got === STARTED)).toHaveLength(2)
}, 30_000)

test.concurrent('a stop that came while the agent started was dropped, and an orphan stayed: it ends what is starting', async () => {
  await using lives = await createLives({ demo: ['--start-delay', '2000'] })
  const rig = await lives.start()
  const { id } = data(await rig.api.v1.sessions.post({ agent: 'demo', cwd: lives.home }))
  await waitFor('the agent to be asked', 10_000, () =>
    readJournal(lives.journal).some((entry) => entry.got === STARTED),
  )
  const [pid = 0] = readJournal(lives.journal).map((entry) => entry.pid)
  const stopped = data(await rig.api.v1.sessions({ session: id }).stop.post())
  expect(stopped.status).toBe('exited')
  expect(isGone(pid)).toBe(true)
}, 30_000)

test.concurrent('five sessions left as fast as they were begun left five agents: wherever a start is, a stop leaves none', async () => {
  await using lives = await createLives({ demo: ['--start-delay', '300'] })
  const rig = await lives.start()
  const keeper = [rig.pid, await keeperOf(rig)]
  for (const ms of [0, 20, 80, 250, 600]) {
    const { id } = data(await rig.api.v1.sessions.post({ agent: 'demo', cwd: lives.home }))
    await Bun.sleep(ms) // the moment is what is varied; nothing is waited for
    expect(data(await rig.api.v1.sessions({ session: id }).stop.post()).status).toBe('exited')
  }
  const agents = () => markedProcesses('HOME', lives.home).filter(({ pid }) => !keeper.includes(pid))
  await waitFor('the agents to end', 15_000, () => agents().length === 0)
  for (const { status, reason } of data(await rig.api.v1.sessions.get())) {
    expect({ status, reason }).toEqual({ status: 'exited', reason: 'stopped' })
  }
}, 30_000)

test.concurrent('a fast restart left the places of dead agents taken for good: the successor counts what lives', async () => {
  await using lives = await createLives({ limits: { liveSessions: 2, parkFloorMs: 3_600_000 } })
  const first = await lives.start()
  const wanted = { agent: 'demo', cwd: lives.home, text: 'say: hello' }
  const old = [
    data(await first.api.v1.sessions.post(wanted)).id,
    data(await first.api.v1.sessions.post(wanted)).id,
  ]
  for (const id of old) await until(first, id, (event) => event.type === 'turn_result')
  await lives.kill()
  const second = await lives.start()
  const full = await second.api.v1.sessions.post(wanted)
  expect(full.error).toMatchObject({ value: { error: { code: 'too_many_sessions' } } })
  for (const session of old) data(await second.api.v1.sessions({ session }).stop.post())
  const { id } = data(await second.api.v1.sessions.post(wanted))
  expect(textOf(await until(second, id, (event) => event.type === 'turn_result'))).toBe('hello')
}, 30_000)

test.concurrent('a generation ended when its viewer left: a turn goes on without one, and is whole in the log', async () => {
  await using lives = await createLives()
  const rig = await lives.start()
  const { id } = data(
    await rig.api.v1.sessions.post({ agent: 'demo', cwd: lives.home, text: 'words: 300 2' }),
  )
  for await (const item of follow(rig, id, 0)) if (item.type === 'event') break
  const events = await until(rig, id, (event) => event.type === 'turn_result')
  expect(textOf(events).split(' ')).toHaveLength(300)
}, 30_000)

test.concurrent('a session without a message was listed nowhere, or twice: it is there once from the moment it is made', async () => {
  await using lives = await createLives()
  const rig = await lives.start()
  const { id } = data(await rig.api.v1.sessions.post({ agent: 'demo', cwd: lives.home }))
  expect(data(await rig.api.v1.sessions.get()).map((session) => session.id)).toEqual([id])
  await untilSession(rig, id, (now) => now.status === 'idle')
  await lives.stop('keep')
  const next = await lives.start()
  await untilSession(next, id, (now) => now.status === 'idle')
  expect(data(await next.api.v1.sessions.get()).map((session) => session.id)).toEqual([id])
}, 30_000)

test.concurrent('answers to an agent that counts in words never reached it: its own id comes back as it was', async () => {
  await using lives = await createLives()
  const rig = await lives.start()
  const { id } = data(
    await rig.api.v1.sessions.post({ agent: 'demo', cwd: lives.home, text: 'run: true\nsay: ran' }),
  )
  const { asks } = await untilSession(rig, id, (now) => now.asks.length === 1)
  const [whole] = data(await rig.api.v1.sessions({ session: id }).asks.get())
  const option = asks[0]?.options?.find((one) => one.kind === 'allow_once')?.id ?? ''
  if (!whole) throw new Error('nothing was asked')
  data(
    await rig.api.v1
      .sessions({ session: id })
      .asks({ ask: whole.id })
      .answer.post({ option, shown: askDigest(whole) }),
  )
  expect(textOf(await until(rig, id, (event) => event.type === 'turn_result'))).toContain('ran')
}, 30_000)
