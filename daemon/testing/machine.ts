/** A machine of a test's own: a home, a real daemon in it, and the acts of a person on its sessions. */
import { readFileSync } from 'node:fs'
import { noneMarked } from '../../shared/testing/processes.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import type { Ask, AskAnswer } from '../../shared/wire/ask.ts'
import { askDigest } from '../../shared/wire/ask-digest.ts'
import type { SessionEvent } from '../../shared/wire/event.ts'
import type { PromptLanded, Session } from '../../shared/wire/session.ts'
import type { DaemonLimits } from '../limits.ts'
import { data, eventsOf, mustStart, type Rig, until, untilSession } from './rig.ts'

export interface Machine {
  home: string
  rig: Rig
  /** Begins a session and answers its id at once. */
  begin(text: string | null, agent?: string): Promise<string>
  /** Begins one and waits until its agent is there. */
  idle(agent?: string): Promise<string>
  acts(session: string): ReturnType<Rig['api']['v1']['sessions']>
  prompt(session: string, text: string): Promise<PromptLanded>
  session(session: string, fits: (now: Session) => boolean): Promise<Session>
  events(session: string): Promise<SessionEvent[]>
  /** The event of this type, the `count`th. */
  event<T extends SessionEvent['type']>(session: string, type: T, count?: number): Promise<EventOf<T>>
  /** The asks that are open, whole, once there are this many. */
  asks(session: string, count?: number): Promise<Ask[]>
  answer(ask: Ask, answer: Act, shown?: string): Promise<Answered>
  /** Ends the daemon with everything in it. Fails when a process of this home is left. */
  end(): Promise<void>
}

type Unbound<T> = T extends unknown ? Omit<T, 'shown'> : never
export type Act = Unbound<AskAnswer>
export type EventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>
export interface Answered {
  status: number
  body: unknown
}

export interface MachineOptions {
  limits?: Partial<DaemonLimits>
  env?: Record<string, string>
  home?: TempHome
}

export async function startMachine(options: MachineOptions = {}): Promise<Machine> {
  const temp = options.home ?? (await tempHome())
  const home = temp.path
  const rig = await mustStart({ home, limits: options.limits ?? {}, env: options.env ?? {} })
  const acts = (session: string) => rig.api.v1.sessions({ session })
  const begin = async (text: string | null, agent = 'demo'): Promise<string> => {
    const wanted = { agent, cwd: home, ...(text === null ? {} : { text }) }
    return data(await rig.api.v1.sessions.post(wanted)).id
  }
  return {
    home,
    rig,
    begin,
    acts,
    async idle(agent) {
      const session = await begin(null, agent)
      await untilSession(rig, session, (now) => now.status === 'idle')
      return session
    },
    prompt: async (session, text) => data(await acts(session).prompt.post({ text })),
    session: (session, fits) => untilSession(rig, session, fits),
    events: (session) => eventsOf(rig, session),
    async event(session, type, count = 1) {
      let seen = 0
      const fits = (event: SessionEvent): boolean => event.type === type && ++seen === count
      const last = (await until(rig, session, fits)).at(-1)
      if (!last || !isOfType(last, type)) throw new Error(`no ${type}`)
      return last
    },
    async asks(session, count = 1) {
      await untilSession(rig, session, (now) => now.asks.length >= count)
      return data(await acts(session).asks.get())
    },
    async answer(ask, act, shown = askDigest(ask)) {
      const response = await rig.fetch(`/v1/sessions/${ask.session}/asks/${ask.id}/answer`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ shown, ...act }),
      })
      return { status: response.status, body: await response.json() }
    },
    async end() {
      const keeper = data(await rig.api.v1.status.get()).daemon.keeper?.pid
      await rig.stop('all')
      await noneMarked('HOME', home)
      if (keeper !== undefined) await waitFor('the keeper to end', 10_000, () => isGone(keeper))
      await temp.remove()
    },
  }
}

const isOfType = <T extends SessionEvent['type']>(event: SessionEvent, type: T): event is EventOf<T> =>
  event.type === type

export function isGone(pid: number): boolean {
  try {
    return / [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/\(.*\)/s, ''))
  } catch {
    return true // it has no entry any more
  }
}

/** The text of all deltas, joined. */
export const textOf = (events: readonly SessionEvent[]): string =>
  events
    .map((event) => (event.type === 'message_delta' && typeof event.text === 'string' ? event.text : ''))
    .join('')

/** The JSON lines that an agent wrote of what it received (`--log`, `--journal`). */
export function linesIn(path: string): Record<string, unknown>[] {
  const text = readFileSync(path, 'utf8').trim()
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line))
}
