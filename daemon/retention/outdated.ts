import type { ExitReason } from '../../shared/wire/exit-reason.ts'
import type { DaemonLimits } from '../limits.ts'
import { deriveStatus } from '../sessions/status.ts'

/** What decides whether a session may be removed by itself. It has no run. */
export interface RestingSession {
  id: string
  nickname: string
  pinned: boolean
  updatedAt: number
  exitReason: ExitReason
  /** It is not brought back by itself: nothing is promised any more. */
  forgotten: boolean
}

export interface Outdated {
  session: RestingSession
  why: 'unused' | 'too_many'
}

/**
 * The one predicate. A session that lives, is parked or is to be brought back is never removed, at any age and under
 * any bound; nor is one with a reason that this build does not know. One that was interrupted and given up is not to be
 * brought back.
 */
export function isInactive({
  exitReason,
  forgotten,
}: Pick<RestingSession, 'exitReason' | 'forgotten'>): boolean {
  const status = deriveStatus({ run: null, exitReason, askOpen: false, turnOpen: false })
  return status === 'exited' || (status === 'interrupted' && forgotten)
}

/**
 * What goes, of all sessions without a run: among the inactive ones, ranked by pin and then by use, what is beyond the
 * cap, and what is not pinned and was not used for too long; never one of the first `retentionLeast`.
 */
export function outdated(
  resting: readonly RestingSession[],
  now: number,
  limits: Pick<DaemonLimits, 'retentionMs' | 'retentionMost' | 'retentionLeast'>,
): Outdated[] {
  const ranked = resting
    .filter(isInactive)
    .sort((a, b) => Number(b.pinned) - Number(a.pinned) || b.updatedAt - a.updatedAt)
  return ranked.flatMap((session, rank): Outdated[] => {
    if (rank < limits.retentionLeast) return []
    if (rank >= limits.retentionMost) return [{ session, why: 'too_many' }]
    const unused = session.updatedAt < now - limits.retentionMs
    return unused && !session.pinned ? [{ session, why: 'unused' }] : []
  })
}
