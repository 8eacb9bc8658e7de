/** Agents that are alive and answer nothing any more: what became of their turns and of who came next, played again. */
import { expect, test } from 'bun:test'
import { textOf } from '../testing/machine.ts'
import { data, eventsOf, type Rig, until, untilSession } from '../testing/rig.ts'
import { type JournalEntry, readJournal } from './testing/journal.ts'
import { createLives, type Lives } from './testing/lives.ts'

const STUCK = 'ignore-cancel\nsay: begun\nhang'
const AFTER = 'say: after'

/** A session in a turn that does not end by itself. */
async function stuck(lives: Lives, text = STUCK): Promise<string> {
  const { id } = data(await lives.rig().api.v1.sessions.post({ agent: 'demo', cwd: lives.home, text }))
  await until(lives.rig(), id, (event) => event.type === 'message_delta')
  return id
}
/** Cancels, and writes while nothing has come of that; the seq of the message. */
async function cancelAndSay(rig: Rig, session: string): Promise<number> {
  const asked = rig.api.v1.sessions({ session }).cancel.post()
  await untilSession(rig, session, (now) => now.cancelRequestedAt !== null)
  const { seq, landed } = data(await rig.api.v1.sessions({ session }).prompt.post({ text: AFTER }))
  expect(landed).toBe('queued')
  data(await asked)
  return seq
}
const got = (lives: Lives, what: string): JournalEntry[] =>
  readJournal(lives.journal).filter((entry) => entry.got === what)
const whoGot = (lives: Lives, text: string): number[] =>
  got(lives, 'prompt').flatMap((entry) => (entry.text === text ? [entry.pid] : []))
const results = async (rig: Rig, id: string) =>
  (await eventsOf(rig, id)).filter((event) => event.type === 'turn_result')

test.concurrent('a stuck agent was given the message that waited for its cancelled turn, and stuck with that too: the next one gets it', async () => {
  await using lives = await createLives({ limits: { cancelWedgeMs: 1_500 } })
  const rig = await lives.start()
  const session = await stuck(lives)
  const { conversation } = await untilSession(rig, session, (now) => now.status === 'running')
  const seq = await cancelAndSay(rig, session)
  await until(rig, session, (event) => event.type === 'turn_result' && event.prompts.includes(seq))
  expect(await results(rig, session)).toMatchObject([
    { stopReason: 'cancelled', prompts: [1] },
    { stopReason: 'end_turn', prompts: [seq] },
  ])
  const [first, second] = got(lives, 'initialize').map(({ pid }) => pid)
  expect(whoGot(lives, STUCK)).toEqual([first ?? 0])
  expect(whoGot(lives, AFTER)).toEqual([second ?? 0])
  const now = await untilSession(rig, session, ({ status }) => status === 'idle')
  expect(now.conversation).toBe(conversation)
}, 60_000)

test.concurrent('a stop that came while a stuck agent was replaced brought it back with its queue: it stays stopped, and nothing waits', async () => {
  await using lives = await createLives({ limits: { cancelWedgeMs: 1_500 } })
  const rig = await lives.start()
  // Its process takes the whole ladder to end, so that the stop comes in the middle.
  const session = await stuck(lives, `ignore-sigterm\n${STUCK}`)
  await cancelAndSay(rig, session)
  await untilSession(rig, session, (now) => now.status === 'stopping')
  data(await rig.api.v1.sessions({ session }).stop.post())
  const now = await untilSession(rig, session, ({ status }) => status === 'exited')
  expect(now).toMatchObject({ status: 'exited', reason: 'stopped', queue: [] })
  const events = await eventsOf(rig, session)
  expect(events.filter((event) => event.type === 'prompt_withdrawn')).toHaveLength(1)
  expect(got(lives, 'initialize')).toHaveLength(1)
  expect(whoGot(lives, AFTER)).toEqual([])
}, 60_000)

test.concurrent('a daemon that is killed while it replaces a stuck agent: its successor does, and one turn was cancelled, once', async () => {
  await using lives = await createLives({ limits: { cancelWedgeMs: 1_500 } })
  const rig = await lives.start()
  const session = await stuck(lives, `ignore-sigterm\n${STUCK}`)
  const seq = await cancelAndSay(rig, session)
  await untilSession(rig, session, (now) => now.status === 'stopping')
  await lives.kill()
  const next = await lives.start()
  const events = await until(
    next,
    session,
    (event) => event.type === 'turn_result' && event.prompts.includes(seq),
  )
  expect(events.filter((event) => event.type === 'turn_result').map((event) => event.stopReason)).toEqual([
    'cancelled',
    'end_turn',
  ])
  expect(textOf(events)).toContain('after')
  expect(whoGot(lives, AFTER)).toHaveLength(1)
}, 60_000)

test.concurrent('a session read working for hours after its agent had finished: its silence ends the turn, and the next message is answered', async () => {
  await using lives = await createLives({ limits: { silenceMs: 3_000 } })
  const rig = await lives.start()
  const session = await stuck(lives, 'say: begun\nhang')
  await until(rig, session, (event) => event.type === 'turn_result')
  expect(await results(rig, session)).toMatchObject([{ stopReason: 'abandoned', prompts: [1] }])
  // The agent was not told to cancel anything: that would have been a stop that nobody pressed.
  expect(got(lives, 'cancel')).toEqual([])
  const { seq } = data(await rig.api.v1.sessions({ session }).prompt.post({ text: AFTER }))
  await until(rig, session, (event) => event.type === 'turn_result' && event.prompts.includes(seq))
  expect((await results(rig, session)).at(-1)).toMatchObject({ stopReason: 'end_turn', prompts: [seq] })
}, 60_000)
