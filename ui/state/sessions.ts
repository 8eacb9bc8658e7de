/** All sessions of one machine, from its stream. */
import { type ReadonlySignal, signal } from '@preact/signals'
import type { Session } from '../../shared/wire/session.ts'
import type { MachineItem } from '../../shared/wire/stream.ts'
import type { Daemon } from '../api/daemon.ts'
import { unwrap } from '../api/unwrap.ts'
import { type FollowDeps, followStream } from './follow-stream.ts'
import { machineItemOf } from './stream-item.ts'

export interface MachineSessions {
  /** `loading`: nothing was heard yet · `live` · `cut`: what is shown may be behind. */
  readonly status: 'loading' | 'live' | 'cut'
  readonly sessions: ReadonlyMap<string, Session>
}

export const noSessions: MachineSessions = { status: 'loading', sessions: new Map() }

export function reduceMachine(before: MachineSessions, item: MachineItem): MachineSessions {
  switch (item.type) {
    case 'hello':
      return { status: 'live', sessions: new Map(item.sessions.map((session) => [session.id, session])) }
    case 'changed': {
      const sessions = new Map(before.sessions)
      for (const session of item.sessions) sessions.set(session.id, session)
      for (const id of item.gone) sessions.delete(id)
      return { ...before, sessions }
    }
    case 'end':
      return { ...before, status: 'cut' }
    case 'ping':
      return before
  }
}

/** Whether a person is what it waits for. A session that could not be brought back waits for one too. */
export const needsYou = (session: Session): boolean =>
  session.status === 'blocked' ||
  (session.status === 'exited' && session.reason !== undefined && NEEDS_YOU.has(session.reason))

const NEEDS_YOU: ReadonlySet<string> = new Set([
  'agent_broken',
  'agent_signed_out',
  'start_failed',
  'start_timeout',
])

/** What needs a person first, then what was pinned, then the latest. */
export function inOrder(sessions: Iterable<Session>): Session[] {
  return [...sessions].sort(
    (a, b) =>
      Number(needsYou(b)) - Number(needsYou(a)) ||
      Number(b.pinned) - Number(a.pinned) ||
      b.updatedAt - a.updatedAt ||
      (a.id < b.id ? -1 : 1),
  )
}

export interface WatchedSessions {
  readonly state: ReadonlySignal<MachineSessions>
  close(): void
}

export function watchSessions(deps: FollowDeps & { daemon: Daemon }): WatchedSessions {
  const state = signal<MachineSessions>(noSessions)
  const closed = new AbortController()
  void followStream(
    deps,
    {
      open: (abort) => unwrap(deps.daemon.v1.stream.get({ fetch: { signal: abort } })),
      parse: machineItemOf,
      heard(item) {
        state.value = reduceMachine(state.peek(), item)
        return 'on'
      },
      cut() {
        state.value = { ...state.peek(), status: state.peek().status === 'loading' ? 'loading' : 'cut' }
      },
    },
    closed.signal,
  )
  return { state, close: () => closed.abort() }
}
