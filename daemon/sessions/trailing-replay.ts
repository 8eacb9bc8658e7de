/**
 * Some agents go on with their replay after they answered, and mark its end by nothing. Until they were quiet for a while
 * what they say is history, and what waits for them goes on waiting: the rest would pass for the answer to it.
 */
import type { Work } from '../db/transact.ts'
import type { RunRow } from '../runs/store.ts'
import type { Core } from './core.ts'
import { endHistory } from './history.ts'
import type { SessionRow } from './session-row.ts'

export function replayTrails(core: Core, session: string): boolean {
  const run = core.sessions.get(session)?.run ?? null
  return run !== null && (core.runs.get(run)?.replayHeard ?? null) !== null
}

export const replayDeadline = (core: Core, run: RunRow): { kind: 'replay'; at: number } | null =>
  run.replayHeard === null ? null : { kind: 'replay', at: run.replayHeard + core.limits.replayQuietMs }

/** It was quiet for long enough: what it says from here on is news. */
export function replayOver(core: Core, work: Work, session: SessionRow): void {
  if (session.run === null) return
  core.runs.setReplaying(session.run, false)
  endHistory(core, work, session.id)
}
