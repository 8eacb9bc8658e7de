/**
 * Work that nobody asked for, between turns: what an agent says and does while no turn is open. It is a state that the
 * agent's own output begins. It ends by the agent's mark where it sends one, and else by quiet; a clock alone cannot
 * tell an agent at work from one that waits.
 */

import type { AnsweredBy } from '../../shared/wire/ask.ts'
import type { NewEvent } from '../../shared/wire/event.ts'
import { closeAsks } from '../asks/close.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'
import { deliverNext, endTurn, sendCancel } from './turns.ts'

/** The agent did something outside a turn. A step of a subagent is work that was handed on, and begins nothing. */
export function noteWork(core: Core, work: Work, session: string, event: NewEvent): void {
  if (isWork(event)) unpromptedBegan(core, work, session)
}

function isWork(event: NewEvent): boolean {
  if (event.origin === 'replay') return false
  switch (event.type) {
    case 'message_delta':
    case 'thought_delta':
    case 'plan':
      return true
    case 'tool_call':
      return event.parent === undefined
    default:
      return false
  }
}

/** It works by itself from here on, if it did not before. */
export function unpromptedBegan(core: Core, work: Work, sessionId: string): void {
  const session = core.sessions.get(sessionId)
  const run = session?.run ? core.runs.get(session.run) : null
  if (!session || run?.phase !== 'open' || session.ending !== null || core.turns.open(sessionId)) return
  const isNew = core.lives.get(sessionId).unpromptedSince === null
  core.lives.unpromptedBegan(sessionId, work.now)
  if (isNew) work.after(() => core.act.mark(run.id))
  work.touch(sessionId)
}

/** It does not work by itself any more. What a person stopped and the agent left open is closed. */
export function endUnprompted(core: Core, work: Work, session: SessionRow): void {
  const { unpromptedCancel } = core.lives.get(session.id)
  if (!core.lives.unpromptedEnded(session.id)) return
  work.touch(session.id)
  const { run } = session
  if (unpromptedCancel === null || run === null) return
  for (const call of core.turns.takeOpenCalls(session.id, null)) {
    core.log.append(work, session.id, { type: 'tool_call', toolCall: call, status: 'cancelled' })
  }
  if (!core.tasks.anyLive(session.id)) work.after(() => core.act.sweep(run))
}

/** The agent marked the end of a cycle: one runs at a time, so whatever it did by itself is over. */
export function cycleEnded(core: Core, work: Work, session: SessionRow): void {
  core.lives.marksCycles(session.id)
  endUnprompted(core, work, session)
  const turn = core.turns.open(session.id)
  if (turn?.unanswered) endTurn(core, work, session, turn, { stopReason: 'end_turn' })
  deliverNext(core, work)
}

/** How much quiet is the end of what an agent does by itself. */
export function quietMs(core: Core, session: string): number {
  const { limits } = core
  const knowsBetter = core.lives.get(session).marksCycles || core.turns.hasOpenCalls(session)
  return knowsBetter ? limits.silenceMs : limits.unpromptedQuietMs
}

export type UnpromptedDue = { kind: 'unprompted_quiet' | 'unprompted_wedge'; at: number }

export function unpromptedDeadline(core: Core, session: SessionRow): UnpromptedDue | null {
  const { unpromptedSince, unpromptedHeard, unpromptedCancel } = core.lives.get(session.id)
  if (unpromptedSince === null || core.asks.anyOpen(session.id)) return null
  const quiet = (unpromptedHeard ?? unpromptedSince) + quietMs(core, session.id)
  const wedge =
    unpromptedCancel === null ? Number.POSITIVE_INFINITY : unpromptedCancel + core.limits.cancelWedgeMs
  // Whoever said that something of its goes on is not silent, and is not replaced.
  if (core.tasks.anyLive(session.id)) {
    return core.lives.get(session.id).marksCycles ? null : { kind: 'unprompted_quiet', at: quiet }
  }
  return wedge < quiet ? { kind: 'unprompted_wedge', at: wedge } : { kind: 'unprompted_quiet', at: quiet }
}

/**
 * A person stops what nobody asked for, an ask of it included. An agent that marks its cycles will mark this one's end,
 * and until then it is sent nothing else; any other is taken at its next word. Null: there is nothing to stop.
 */
export function cancelUnprompted(
  core: Core,
  work: Work,
  session: SessionRow,
  by: AnsweredBy,
): 'stopping' | 'over' | null {
  const works = core.lives.get(session.id).unpromptedSince !== null
  if (session.run === null || (!works && !core.asks.anyOpen(session.id))) return null
  // In a turn's own order: an agent that gets its answer first goes on.
  sendCancel(core, work, session)
  closeAsks(core, work, session.id, session.run, { outcome: 'cancelled', by })
  core.lives.unpromptedCancelled(session.id, work.now)
  const waits = works && core.lives.get(session.id).marksCycles
  if (!waits) endUnprompted(core, work, session)
  work.touch(session.id)
  deliverNext(core, work)
  return waits ? 'stopping' : 'over'
}
