/** Releases the process of a session that nobody uses, and keeps its conversation: the next message goes on in it. */
import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Work } from '../db/transact.ts'
import type { RunRow } from '../runs/store.ts'
import { isClearing } from './clearing.ts'
import { isEmptyConversation } from './conversation.ts'
import type { Core } from './core.ts'
import { endRun } from './end-run.ts'
import type { SessionRow } from './session-row.ts'

/** Why this session must not lose its agent now, in words; null: nobody would miss it. */
export function whyNotPark(core: Core, session: SessionRow, run: RunRow): string | null {
  if (session.ending !== null || run.phase === 'ending') return 'its agent is ending already'
  if (run.phase === 'starting') return 'its agent is starting'
  if (core.turns.open(session.id)) return 'a turn is under way'
  if (core.asks.anyOpen(session.id)) return 'its agent waits for an answer'
  if (core.turns.waiting(session.id).length > 0) return 'a message waits for its agent'
  if (isClearing(core, session.id)) return 'its conversation is being cleared'
  if (core.lives.get(session.id).unpromptedSince !== null) return 'its agent is at work'
  if (core.tasks.anyLive(session.id)) return 'a background task is at work'
  if (!comesBack(core, session, run)) return 'its agent could not open the conversation again'
  return null
}

/** A conversation in which nothing was said is begun anew. */
function comesBack(core: Core, session: SessionRow, run: RunRow): boolean {
  const can = run.capabilities
  return can === null || can.resume || can.load || isEmptyConversation(core, session.id)
}

/** Since when nobody used it: an agent that was brought back is not idle since before it came. */
export const idleSince = (session: SessionRow, run: RunRow): number =>
  Math.max(session.updatedAt, run.spawnedAt ?? run.createdAt)

/** A person shuts the agent down until it is needed again. One that is away already stays so. */
export function parkSession(core: Core, work: Work, session: SessionRow): Result<null> {
  const run = session.run === null ? null : core.runs.get(session.run)
  if (!run || session.ending === 'parked') return ok(null)
  const why = whyNotPark(core, session, run)
  if (why !== null) return refuse('busy', `this session cannot be shut down now: ${why}`)
  endRun(core, work, session, 'parked')
  return ok(null)
}

/** When it will have been idle for as long as the machine's settings say; null: never, as it is now. */
export function parkDeadline(
  core: Core,
  session: SessionRow,
  run: RunRow,
): { kind: 'park'; at: number } | null {
  if (whyNotPark(core, session, run) !== null) return null
  const { parkAfterMs } = core.settings()
  return parkAfterMs === null ? null : { kind: 'park', at: idleSince(session, run) + parkAfterMs }
}
