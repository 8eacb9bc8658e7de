/** What a replay works with: the machine under test, the conversations of the log, and what came of it. */

import type { Work } from '../db/transact.ts'
import type { Core } from '../sessions/core.ts'
import type { SessionRow } from '../sessions/session-row.ts'
import type { Feed } from './wire-feed.ts'
import type { Told } from './wire-told.ts'

/** What was sent to an agent beside what the log says was sent. */
export interface Reply {
  sent: unknown
  recorded: unknown
}

export interface Replayed {
  /** Sessions in the order of their making, with what their agents told according to the log. */
  sessions: { id: string; told: Told }[]
  /** Each answer of ours to a request of the agent's. */
  replies: Reply[]
  /** What was open when an agent's process ended; nothing should be. */
  pending: string[]
  /** Settings that we refused and the agent took. */
  wronglyRefused: string[]
}

export interface World {
  feed: Feed
  /** The catalogue id that the log's agent has. */
  agent: string
  /** Our session of a conversation of the log's. */
  conversations: Map<string, string>
  out: Replayed
}

export const createWorld = (feed: Feed, agent: string): World => ({
  feed,
  agent,
  conversations: new Map(),
  out: { sessions: [], replies: [], pending: [], wronglyRefused: [] },
})

export const runOf = (world: World, session: string): string =>
  world.feed.kit().core.sessions.get(session)?.run ?? ''
export const toldBy = (world: World, session: string): Told => {
  const found = world.out.sessions.find((one) => one.id === session)
  if (!found) throw new Error(`no session ${session}`)
  return found.told
}

/** The agent of the session writes a message. */
export function write(world: World, session: string, message: object): void {
  world.feed.write(runOf(world, session), JSON.stringify({ jsonrpc: '2.0', ...message }))
}

/** A change of the session, in a transaction of its own. */
export function change<T>(
  world: World,
  session: string,
  apply: (row: SessionRow, core: Core, work: Work) => T,
): T {
  const { core } = world.feed.kit()
  return core.transact((work) => {
    const row = core.sessions.get(session)
    if (!row) throw new Error(`no session ${session}`)
    return apply(row, core, work)
  })
}

/** Takes what waits for the agent; throws when no such request is in it. */
export function expectSent(world: World, session: string, method: string): void {
  const methods = world.feed
    .kit()
    .taken(session)
    .map((line) => line.method)
  if (!methods.includes(method)) throw new Error(`${method} was not sent, only ${methods.join(', ')}`)
}
