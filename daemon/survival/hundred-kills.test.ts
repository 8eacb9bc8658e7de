import { expect, test } from 'bun:test'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import type { Session } from '../../shared/wire/session.ts'
import { eventsOf } from '../testing/rig.ts'
import { account } from './testing/account.ts'
import { type Client, createClient } from './testing/client.ts'
import { readJournal } from './testing/journal.ts'
import { createLives, type Lives } from './testing/lives.ts'
import { type Death, schedule } from './testing/schedule.ts'

const DEATHS = 100
const SESSIONS = 5

test('a hundred deaths of the daemon lose nothing, double nothing and leave nobody behind', async () => {
  const given = Number(Bun.env.SURVIVAL_SEED)
  const random = given ? seededRandom(given) : seededRandom()
  await using lives = await createLives({ limits: { unpromptedQuietMs: 200 } })
  const client = createClient(lives)
  await lives.start()
  for (let n = 0; n < SESSIONS; n++) await client.create(`say: ${client.mark()}`)
  for (const death of schedule(random, DEATHS)) await die(lives, client, death)
  await client.finish('once')
  const logs = await Promise.all(
    (await client.sessions()).map(async (session) => ({
      session,
      events: await eventsOf(lives.rig(), session.id),
    })),
  )
  expect(account(logs, client.acknowledged, readJournal(lives.journal))).toEqual([])
  expect(client.acknowledged.prompts.length).toBeGreaterThan(DEATHS / 2)
}, 180_000)

/** Brings about the moment, kills the daemon in it, and goes on when a successor acknowledged what was in flight. */
async function die(lives: Lives, client: Client, death: Death): Promise<void> {
  const sessions = await client.sessions()
  const inFlight = await bringAbout(client, death, sessions)
  await Bun.sleep(death.afterMs)
  await lives.kill()
  await Bun.sleep(death.downMs)
  if (death.moment === 'replay') await lives.startAndKill(death.afterMs)
  await lives.start()
  await Promise.all(inFlight)
}

async function bringAbout(client: Client, death: Death, sessions: Session[]): Promise<Promise<unknown>[]> {
  const pick = (fits: (session: Session) => boolean): Session | undefined => {
    const fitting = sessions.filter(fits)
    return fitting[death.pick % fitting.length]
  }
  const target = pick(fitsMoment(death)) ?? pick(() => true)
  if (!target) throw new Error('there is no session')
  const { id } = target
  // Into the turn that streams, or to somebody else: an ask or a stop of its own would refuse it or hold it.
  const streams = death.moment === 'stream'
  const other = streams ? target : pick((session) => session.id !== id && session.asks.length === 0)
  const message = (): Promise<unknown>[] =>
    death.messageInFlight && other ? [client.prompt(other.id, `say: ${client.mark()}`)] : []
  switch (death.moment) {
    case 'start':
      if (target.status !== 'exited') await client.stop(id)
      return [client.prompt(id, `say: ${client.mark()}`), ...message()]
    case 'stream':
    case 'replay': {
      for (const ask of target.asks) await (await client.look(id, ask.id))(death.option)
      const seq = await client.prompt(id, `words: 150 1\nsay: ${client.mark()}`)
      await client.streams(id, seq)
      return message()
    }
    case 'ask':
      if (target.asks.length === 0) await client.openAsk(id)
      return message()
    case 'answer': {
      const ask = target.asks[0]?.id ?? (await client.openAsk(id))
      const answer = await client.look(id, ask)
      return [answer(death.option), ...message()]
    }
    case 'stop':
      return [client.stop(id), ...message()]
  }
}

const fitsMoment =
  ({ moment }: Death) =>
  (session: Session): boolean => {
    if (moment === 'start') return session.status === 'exited'
    if (moment === 'answer') return session.asks.length > 0
    if (moment === 'stop') return session.status !== 'exited'
    return session.asks.length === 0
  }
