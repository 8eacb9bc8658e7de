import type { Clock, Timer } from '../../shared/time.ts'
import type { AskRow } from '../asks/store.ts'
import { permissionDeadline, timeOutPermission } from '../asks/time-out.ts'
import type { Work } from '../db/transact.ts'
import type { RunRow } from '../runs/store.ts'
import type { Core } from './core.ts'
import { endRest } from './end-rest.ts'
import { endRun } from './end-run.ts'
import { parkDeadline } from './parking.ts'
import { restDeadline } from './rest.ts'
import type { SessionRow } from './session-row.ts'
import { replayDeadline, replayOver } from './trailing-replay.ts'
import type { TurnRow } from './turn-store.ts'
import { deliverNext, endTurn } from './turns.ts'
import { endUnprompted, quietMs, type UnpromptedDue, unpromptedDeadline } from './unprompted.ts'

type Due =
  | { kind: 'start'; at: number }
  | { kind: 'wedge'; at: number; turn: TurnRow }
  | { kind: 'silence'; at: number; turn: TurnRow }
  | { kind: 'quiet'; at: number; turn: TurnRow }
  | { kind: 'permission'; at: number; ask: AskRow }
  | { kind: 'park'; at: number }
  | { kind: 'renew'; at: number }
  | { kind: 'rest'; at: number }
  | { kind: 'replay'; at: number }
  | UnpromptedDue

/** What time will do to this session next, from its rows; nothing about a deadline is stored anywhere else. */
export function nextDeadline(core: Core, session: SessionRow): Due | null {
  const run = session.run === null ? null : core.runs.get(session.run)
  if (!run) return restDeadline(core, session)
  if (session.ending !== null) return null
  if (run.phase === 'starting') return startDeadline(core, run)
  return earliest(
    turnDeadline(core, session, run),
    unpromptedDeadline(core, session),
    restDeadline(core, session),
    permissionDeadline(core, session.id),
    parkDeadline(core, session, run),
    replayDeadline(core, run),
  )
}

function turnDeadline(core: Core, session: SessionRow, run: RunRow): Due | null {
  const turn = core.turns.open(session.id)
  if (!turn) return mayRenew(core, session, run) ? { kind: 'renew', at: 0 } : null
  const { limits } = core
  // What it reports to be at work beside the turn would end with it: then a person decides.
  const spares = core.tasks.anyLive(session.id)
  if (turn.cancelAt !== null) {
    return spares ? null : { kind: 'wedge', at: turn.cancelAt + limits.cancelWedgeMs, turn }
  }
  if (core.asks.anyOpen(session.id)) return null
  if (turn.unanswered) return { kind: 'quiet', at: turn.heardAt + quietMs(core, session.id), turn }
  return spares ? null : { kind: 'silence', at: turn.heardAt + limits.silenceMs, turn }
}

/** Nothing is under way that would end with the process. */
const mayRenew = (core: Core, session: SessionRow, run: RunRow): boolean =>
  run.renew !== null &&
  !core.asks.anyOpen(session.id) &&
  core.lives.get(session.id).unpromptedSince === null &&
  !core.tasks.anyLive(session.id)

function earliest(...all: (Due | null)[]): Due | null {
  return all.reduce((first, due) => (due && (!first || due.at < first.at) ? due : first), null)
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
      endRun(core, work, session, 'config_changed')
      return deliverNext(core, work)
    case 'silence':
      // Its prompt is still with this process, and a second one never goes on top of it.
      endTurn(core, work, session, due.turn, { stopReason: 'abandoned' })
      endRun(core, work, session, 'config_changed')
      return deliverNext(core, work)
    case 'renew':
      return endRun(core, work, session, 'config_changed')
    case 'quiet':
      endTurn(core, work, session, due.turn, { stopReason: 'end_turn' })
      return deliverNext(core, work)
    case 'unprompted_quiet':
      endUnprompted(core, work, session)
      return deliverNext(core, work)
    case 'unprompted_wedge':
      endUnprompted(core, work, session)
      endRun(core, work, session, 'config_changed')
      return deliverNext(core, work)
    case 'rest':
      return endRest(core, work, session)
    case 'replay':
      replayOver(core, work, session)
      return deliverNext(core, work)
    case 'permission':
      return timeOutPermission(core, work, due.ask)
    case 'park':
      return endRun(core, work, session, 'parked')
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
