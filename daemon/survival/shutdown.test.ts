/** A daemon that is asked to go: what ends with it, what stays with the keeper, and what its successor finds. */
import { expect, test } from 'bun:test'
import type { SessionEvent } from '../../shared/wire/event.ts'
import { textOf } from '../testing/machine.ts'
import { data, eventsOf, type Rig, until, untilSession } from '../testing/rig.ts'
import { readJournal } from './testing/journal.ts'
import { createLives, keeperOf, type Lives } from './testing/lives.ts'

const isType =
  (type: SessionEvent['type']) =>
  (event: SessionEvent): boolean =>
    event.type === type

/** Two at rest, one mid-stream, one that waits for an answer with a message behind it. */
async function fourSessions({ home, rig }: Lives) {
  const begin = async (text: string): Promise<string> =>
    data(await rig().api.v1.sessions.post({ agent: 'demo', cwd: home, text })).id
  const resting = [await begin('say: remember me'), await begin('say: remember me')]
  const streaming = await begin('words: 400 3')
  const asking = await begin('run: true\nsay: allowed')
  for (const session of resting) await until(rig(), session, isType('turn_result'))
  await until(rig(), asking, isType('permission_request'))
  data(await rig().api.v1.sessions({ session: asking }).prompt.post({ text: 'say: and then' }))
  await until(rig(), streaming, isType('message_delta'))
  return { resting, streaming, asking }
}

const exits = (events: readonly SessionEvent[]): SessionEvent[] =>
  events.filter((event) => event.type === 'session_status' && event.status === 'exited')

const shutDown = async (rig: Rig, sessions: boolean): Promise<number> =>
  data(await rig.api.v1.shutdown.post({ sessions })).kept

/** The ones at rest were ended and came back; the others never noticed. */
async function expectKept(lives: Lives, sessions: Awaited<ReturnType<typeof fourSessions>>): Promise<void> {
  const rig = await lives.start()
  const streamed = await until(rig, sessions.streaming, isType('turn_result'))
  expect(textOf(streamed)).toBe(Array.from({ length: 400 }, (_, n) => `word${n + 1}`).join(' '))
  expect(exits([...streamed, ...(await eventsOf(rig, sessions.asking))])).toEqual([])
  const blocked = await untilSession(rig, sessions.asking, () => true)
  expect(blocked).toMatchObject({ status: 'blocked', turn: 1 })
  for (const session of sessions.resting) {
    const back = (event: SessionEvent): boolean =>
      event.type === 'session_status' && event.status === 'resumed'
    expect(exits(await until(rig, session, back))).toMatchObject([{ reason: 'daemon_shutdown' }])
  }
}

test.concurrent('asked to keep what is under way: it ends the runs at rest and says how many stay', async () => {
  await using lives = await createLives({ demo: ['--no-steering'] })
  const rig = await lives.start()
  const sessions = await fourSessions(lives)
  const keeper = await keeperOf(rig)
  expect(await shutDown(rig, false)).toBe(2)
  await lives.gone()
  await expectKept(lives, sessions)
  expect(await keeperOf(lives.rig())).toBe(keeper)
}, 20_000)

test.concurrent('SIGTERM is the same request', async () => {
  await using lives = await createLives({ demo: ['--no-steering'] })
  const rig = await lives.start()
  const sessions = await fourSessions(lives)
  process.kill(rig.pid, 'SIGTERM')
  await lives.gone()
  await expectKept(lives, sessions)
}, 20_000)

test.concurrent('asked to end everything: nothing is left of it, and the sessions come back with the next start', async () => {
  await using lives = await createLives({ demo: ['--no-steering'] })
  const rig = await lives.start()
  const sessions = await fourSessions(lives)
  const keeper = await keeperOf(rig)
  expect(await shutDown(rig, true)).toBe(0)
  await lives.gone()
  await lives.nothingLeft(keeper)

  const next = await lives.start()
  for (const session of [...sessions.resting, sessions.streaming, sessions.asking]) {
    const back = await untilSession(next, session, (now) => now.status === 'idle')
    expect(back.asks).toEqual([])
    expect(exits(await eventsOf(next, session))).toMatchObject([{ reason: 'daemon_shutdown' }])
  }
  const streamed = await eventsOf(next, sessions.streaming)
  expect(streamed.filter(isType('turn_result'))).toMatchObject([{ stopReason: 'interrupted' }])
  // What waited behind the lost turn is delivered, once.
  const asked = await until(
    next,
    sessions.asking,
    (event) => event.type === 'turn_result' && event.turn !== 1,
  )
  expect(asked.filter(isType('permission_resolved'))).toMatchObject([{ outcome: 'agent_gone' }])
  expect(textOf(asked)).toBe('and then')
  const received = readJournal(lives.journal).filter((entry) => entry.text === 'say: and then')
  expect(received).toHaveLength(1)
}, 20_000)

test.concurrent('a daemon with nothing under way takes its keeper along', async () => {
  await using lives = await createLives({ demo: ['--no-steering'] })
  const rig = await lives.start()
  const session = data(await rig.api.v1.sessions.post({ agent: 'demo', cwd: lives.home, text: 'say: done' }))
  await until(rig, session.id, isType('turn_result'))
  const keeper = await keeperOf(rig)
  await lives.stop('keep')
  await lives.nothingLeft(keeper)
}, 20_000)
