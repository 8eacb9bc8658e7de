/** A person at work on several sessions of a home whose daemon keeps dying, and a note of all that was acknowledged. */
import { askDigest } from '../../../shared/wire/ask-digest.ts'
import type { Session } from '../../../shared/wire/session.ts'
import { data, until, untilSession } from '../../testing/rig.ts'
import type { Lives } from './lives.ts'

export interface Acknowledged {
  sessions: string[]
  prompts: { session: string; seq: number; text: string }[]
  answers: { session: string; ask: string; option: string }[]
  stops: { session: string }[]
}

export interface Client {
  readonly acknowledged: Acknowledged
  sessions(): Promise<Session[]>
  create(text: string): Promise<string>
  prompt(session: string, text: string): Promise<number>
  /** Looks at an ask; what it answers gives the answer. */
  look(session: string, ask: string): Promise<(option: string) => Promise<void>>
  stop(session: string): Promise<void>
  /** A text that nobody else says. */
  mark(): string
  /** Asks for a command, whose own text is unique, and waits until the agent wants to know. */
  openAsk(session: string): Promise<string>
  /** Waits until text of the session's agent arrives. */
  streams(session: string, after: number): Promise<void>
  /** Answers whatever is asked and waits until nothing is under way anywhere. */
  finish(option: string): Promise<void>
}

export function createClient(lives: Lives): Client {
  const acknowledged: Acknowledged = { sessions: [], prompts: [], answers: [], stops: [] }
  let marks = 0
  let keys = 0
  const newKey = (): string => `key-${++keys}`
  const mark = (): string => `[m${++marks}]`

  const client: Client = {
    acknowledged,
    mark,
    sessions: async () => data(await lives.rig().api.v1.sessions.get()),
    async create(text) {
      const nickname = `session-${++marks}`
      const made = await lives.command(newKey(), (api, how) =>
        api.v1.sessions.post({ agent: 'demo', cwd: lives.home, nickname, text }, how),
      )
      acknowledged.sessions.push(made.id)
      return made.id
    },
    async prompt(session, text) {
      const landed = await lives.command(newKey(), (api, how) =>
        api.v1.sessions({ session }).prompt.post({ text }, how),
      )
      acknowledged.prompts.push({ session, seq: landed.seq, text })
      return landed.seq
    },
    async look(session, ask) {
      const shown = askDigest(data(await lives.rig().api.v1.sessions({ session }).asks({ ask }).get()))
      return async (option) => {
        await lives.command(newKey(), (api, how) =>
          api.v1.sessions({ session }).asks({ ask }).answer.post({ shown, option }, how),
        )
        acknowledged.answers.push({ session, ask, option })
      }
    },
    async stop(session) {
      await lives.command(newKey(), (api, how) => api.v1.sessions({ session }).stop.post(undefined, how))
      acknowledged.stops.push({ session })
    },
    async openAsk(session) {
      const after = await client.prompt(session, `say: ${mark()}\nrun: true ${mark()}\nsay: ${mark()}`)
      const events = await until(lives.rig(), session, (event) => event.type === 'permission_request', after)
      const last = events.at(-1)
      if (last?.type !== 'permission_request') throw new Error('nothing was asked')
      return last.ask
    },
    async streams(session, after) {
      await until(lives.rig(), session, (event) => event.type === 'message_delta', after)
    },
    async finish(option) {
      for (const { id } of await client.sessions()) await finishOne(id, option)
    },
  }

  const finishOne = async (id: string, option: string): Promise<void> => {
    for (;;) {
      const settled = await untilSession(lives.rig(), id, (now) => now.asks.length > 0 || isQuiet(now))
      const ask = settled.asks[0]
      if (!ask) return
      const answer = await client.look(id, ask.id)
      await answer(option)
    }
  }
  return client
}

export const isQuiet = (session: Session): boolean =>
  session.turn === null &&
  session.queue.length === 0 &&
  session.asks.length === 0 &&
  !['starting', 'stopping'].includes(session.status)
