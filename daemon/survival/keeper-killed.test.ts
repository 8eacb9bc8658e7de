import { expect, test } from 'bun:test'
import { waitFor } from '../../shared/testing/wait-for.ts'
import type { SessionEvent } from '../../shared/wire/event.ts'
import { isGone, textOf } from '../testing/machine.ts'
import { data, eventsOf, type Rig, until, untilSession } from '../testing/rig.ts'
import { readJournal } from './testing/journal.ts'
import { createLives, keeperOf, type Lives } from './testing/lives.ts'

/** One that waits for an answer, one that hears neither the end of its input nor SIGTERM, and one at rest. */
async function threeSessions(lives: Lives) {
  const rig = lives.rig()
  const cwd = lives.home
  const begin = async (text: string): Promise<string> =>
    data(await rig.api.v1.sessions.post({ agent: 'demo', cwd, text })).id
  const asking = await begin('say: before\nrun: true')
  const stubborn = await begin('ignore-sigterm\nsay: deaf\nhang')
  const resting = await begin('say: remember me')
  await until(rig, asking, (event) => event.type === 'permission_request')
  await until(rig, stubborn, (event) => event.type === 'message_delta')
  await until(rig, resting, (event) => event.type === 'turn_result')
  return { asking, stubborn, resting }
}

/** The end of a run that went with its keeper, as the log tells it, and the way back. */
async function cameBack(rig: Rig, session: string): Promise<SessionEvent[]> {
  const back = (event: SessionEvent): boolean => event.type === 'session_status' && event.status === 'resumed'
  const events = await until(rig, session, back)
  const exits = events.filter((event) => event.type === 'session_status' && event.status === 'exited')
  expect(exits).toMatchObject([{ reason: 'daemon_restarted' }])
  return events
}

async function expectAllBack(rig: Rig, sessions: Awaited<ReturnType<typeof threeSessions>>): Promise<void> {
  const asked = await cameBack(rig, sessions.asking)
  const ask = asked.find((event) => event.type === 'permission_request')
  const closed = asked.filter((event) => event.type === 'permission_resolved')
  expect(closed).toMatchObject([{ ask: ask?.ask, outcome: 'agent_gone', turn: 1 }])
  for (const id of [sessions.asking, sessions.stubborn]) {
    const results = (await cameBack(rig, id)).filter((event) => event.type === 'turn_result')
    expect(results).toMatchObject([{ prompts: [1], stopReason: 'interrupted' }])
    expect(await untilSession(rig, id, () => true)).toMatchObject({ status: 'idle', asks: [], turn: null })
  }
  const rested = await cameBack(rig, sessions.resting)
  expect(rested.filter((event) => event.type === 'turn_result')).toMatchObject([{ stopReason: 'end_turn' }])
  const { seq } = data(
    await rig.api.v1.sessions({ session: sessions.resting }).prompt.post({ text: 'recall' }),
  )
  const after = await until(rig, sessions.resting, (event) => event.type === 'turn_result', seq)
  expect(textOf(after)).toContain('remember me')
}

const agentsOf = (journal: string): number[] => [...new Set(readJournal(journal).map((entry) => entry.pid))]

test.concurrent('a keeper killed under a living daemon: what it held is ended, told, and comes back by itself', async () => {
  await using lives = await createLives()
  const rig = await lives.start()
  const sessions = await threeSessions(lives)
  const keeper = await keeperOf(rig)
  const agents = agentsOf(lives.journal)
  process.kill(keeper, 'SIGKILL')
  await cameBack(rig, sessions.stubborn)
  expect(agents.filter((pid) => !isGone(pid))).toEqual([])
  await expectAllBack(rig, sessions)
  expect(await keeperOf(rig)).not.toBe(keeper)
}, 30_000)

test.concurrent('a keeper killed under a dead daemon: the next one ends what was left before it is ready', async () => {
  await using lives = await createLives()
  const first = await lives.start()
  const sessions = await threeSessions(lives)
  const keeper = await keeperOf(first)
  const agents = agentsOf(lives.journal)
  const before = await eventsOf(first, sessions.asking)
  await lives.kill()
  process.kill(keeper, 'SIGKILL')
  const second = await lives.start()
  expect(agents.filter((pid) => !isGone(pid))).toEqual([])
  await expectAllBack(second, sessions)
  expect((await eventsOf(second, sessions.asking)).slice(0, before.length)).toEqual(before)
}, 30_000)

test.concurrent('a keeper killed again and again while agents start: every session is there in the end', async () => {
  await using lives = await createLives({
    demo: ['--start-delay', '100'],
    limits: { bootResumePauseMs: 20 },
  })
  const rig = await lives.start()
  const ids: string[] = []
  for (let n = 0; n < 6; n++) {
    const text = `say: hello ${n}`
    ids.push(data(await rig.api.v1.sessions.post({ agent: 'demo', cwd: lives.home, text })).id)
  }
  for (let kills = 0; kills < 4; kills++) {
    const keeper = await keeperOf(rig)
    process.kill(keeper, 'SIGKILL')
    await waitFor('another keeper', 10_000, () => isGone(keeper))
    for (let now = keeper; now === keeper || now === 0; ) {
      await Bun.sleep(20)
      now = await keeperOf(rig)
    }
  }
  for (const [n, id] of ids.entries()) {
    const events = await until(rig, id, (event) => event.type === 'turn_result')
    expect(textOf(events).length === 0 || textOf(events) === `hello ${n}`).toBe(true)
    await untilSession(rig, id, (now) => now.status === 'idle')
  }
  const received = readJournal(lives.journal).filter((entry) => entry.got === 'prompt')
  expect(new Set(received.map((entry) => entry.text)).size).toBe(received.length)
}, 30_000)
