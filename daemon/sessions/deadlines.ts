import type { Clock, Timer } from '../../shared/time.ts'
import type { Work } from '../db/transact.ts'
import type { RunRow } from '../runs/store.ts'
import type { Core } from './core.ts'
import { endRun } from './end-run.ts'
import type { SessionRow } from './session-row.ts'
import type { TurnRow } from './turn-store.ts'
import { deliverNext, endTurn } from './turns.ts'

type Due =
  | { kind: 'start'; at: number }
  | { kind: 'wedge'; at: number; turn: TurnRow }
  | { kind: 'silence'; at: number; turn: TurnRow }
  | { kind: 'quiet'; at: number; turn: TurnRow }

/** What time will do to this session next, from its rows; nothing about a deadline is stored anywhere else. */
export function nextDeadline(core: Core, session: SessionRow): Due | null {
  const run = session.run === null ? null : core.runs.get(session.run)
  if (!run || session.ending !== null) return null
  if (run.phase === 'starting') return startDeadline(core, run)
  const turn = core.turns.open(session.id)
  if (!turn) return null
  const { limits } = core
  if (turn.cancelAt !== null) return { kind: 'wedge', at: turn.cancelAt + limits.cancelWedgeMs, turn }
  if (core.asks.anyOpen(session.id)) return null
  if (!turn.unanswered) return { kind: 'silence', at: turn.heardAt + limits.silenceMs, turn }
  const quiet = core.turns.hasOpenCalls(session.id) ? limits.silenceMs : limits.unpromptedQuietMs
  return { kind: 'quiet', at: turn.heardAt + quiet, turn }
}

const startDeadline = (core: Core, run: RunRow): Due | null =>
  run.spawnedAt === null ? null : { kind: 'start', at: run.spawnedAt + core.limits.startMs }

/** Does what is due by now. */
export function meetDeadline(core: Core, work: Work, sessionId: string): void {
  const session = core.sessions.get(sessionId)
  const due = session && nextDeadline(core, session)
  if (!session || !due || due.at > work.now) return
  switch (due.kind) {
    case 'start': {
      const seconds = Math.round(core.limits.startMs / 1000)
      return endRun(core, work, session, 'start_timeout', `the agent did not open within ${seconds} s`)
    }
    case 'wedge':
      // The agent does not honour the cancel: the turn ends here, and the next one gets a new process.
      endTurn(core, work, session, due.turn, { stopReason: 'cancelled' })
      return endRun(core, work, session, 'config_changed')
    case 'silence':
      // Its prompt is still with this process, and a second one never goes on top of it.
      endTurn(core, work, session, due.turn, { stopReason: 'abandoned' })
      return endRun(core, work, session, 'config_changed')
    case 'quiet':
      endTurn(core, work, session, due.turn, { stopReason: 'end_turn' })
      return deliverNext(core, work, session.id)
  }
}

export interface Alarms {
  /** The session changed: look when it is due next. */
  set(session: string): void
  stop(): void
}

/** One timer a session. A deadline that only moves away keeps its timer, which looks again when it fires. */
export function createAlarms(deps: { core: Core; clock: Clock }): Alarms {
  const armed = new Map<string, { at: number; timer: Timer }>()
  let stopped = false
  const set = (id: string): void => {
    if (stopped) return
    const session = deps.core.sessions.get(id)
    const due = session && nextDeadline(deps.core, session)
    const before = armed.get(id)
    if (!due) {
      before?.timer.cancel()
      armed.delete(id)
      return
    }
    if (before && before.at <= due.at) return
    before?.timer.cancel()
    const fire = (): void => {
      armed.delete(id)
      deps.core.transact((work) => meetDeadline(deps.core, work, id))
      set(id)
    }
    armed.set(id, { at: due.at, timer: deps.clock.after(Math.max(0, due.at - deps.clock.now()), fire) })
  }
  return {
    set,
    stop() {
      stopped = true
      for (const { timer } of armed.values()) timer.cancel()
      armed.clear()
    },
  }
}
