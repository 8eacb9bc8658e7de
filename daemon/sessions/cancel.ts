import type { AnsweredBy } from '../../shared/wire/ask.ts'
import { closeAsks } from '../asks/close.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'
import { deliverNext, endTurn, sendCancel } from './turns.ts'
import { cancelUnprompted } from './unprompted.ts'

export type Cancelled =
  | { kind: 'no_turn' }
  | { kind: 'settled'; turn: number }
  | { kind: 'asked'; turn: number }
  /** What the agent does by itself. */
  | { kind: 'unprompted' }

/**
 * Stops the turn and keeps the agent. The agent is told first and its open asks are answered `cancelled` after that,
 * because an agent that gets its answer first goes on with the turn. What waits is delivered when the turn has ended.
 */
export function cancelTurn(core: Core, work: Work, session: SessionRow, by: AnsweredBy): Cancelled {
  const turn = core.turns.open(session.id)
  if (turn) {
    if (turn.cancelAt === null) {
      core.turns.cancelRequested(session.id, turn.seq, work.now)
      sendCancel(core, work, session)
      work.touch(session.id)
    }
    closeAsks(core, work, session.id, turn.run, { outcome: 'cancelled', by })
    if (!turn.unanswered) return { kind: 'asked', turn: turn.seq }
    endTurn(core, work, session, turn, { stopReason: 'cancelled' })
    deliverNext(core, work)
    return { kind: 'settled', turn: turn.seq }
  }
  const unprompted = cancelUnprompted(core, work, session, by)
  if (unprompted !== null) return unprompted === 'over' ? { kind: 'no_turn' } : { kind: 'unprompted' }
  return cancelBeforeDelivery(core, work, session)
}

/** The first message has not reached the agent yet: its turn is over before it began, and says so. */
function cancelBeforeDelivery(core: Core, work: Work, session: SessionRow): Cancelled {
  const first = core.turns.waiting(session.id).find((prompt) => prompt.state === 'queued')
  if (session.run === null || !first) {
    deliverNext(core, work)
    return { kind: 'no_turn' }
  }
  core.turns.insert({
    session: session.id,
    seq: first.seq,
    run: session.run,
    now: work.now,
    unanswered: false,
  })
  core.turns.cancelRequested(session.id, first.seq, work.now)
  core.turns.setPrompt(session.id, first.seq, 'delivered', first.seq)
  const turn = core.turns.open(session.id)
  if (turn) endTurn(core, work, session, turn, { stopReason: 'cancelled' })
  deliverNext(core, work)
  return { kind: 'settled', turn: first.seq }
}
