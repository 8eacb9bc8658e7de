import type { Clock } from '../../shared/time.ts'
import type { Transactor } from '../db/transact.ts'
import type { DaemonLimits } from '../limits.ts'
import type { SessionStore } from '../sessions/store.ts'
import type { RetentionStore } from './store.ts'

export interface SweepDeps {
  transact: Transactor
  store: RetentionStore
  sessions: Pick<SessionStore, 'delete'>
  /** Forgets the files of a session. */
  removeFiles(session: string): void
  clock: Clock
  limits: Pick<DaemonLimits, 'housekeepingStepMs'>
}

/**
 * Takes rows of removed sessions away for as long as a step may take. A session's own row goes last, so that a
 * successor goes on where this daemon was ended. Says whether there is more to do.
 */
export function sweepStep(deps: SweepDeps): boolean {
  const { store, clock } = deps
  const until = clock.now() + deps.limits.housekeepingStepMs
  return deps.transact(() => {
    for (;;) {
      const session = store.nextRemoved()
      if (session === null) return false
      while (store.takeSome(session)) if (clock.now() >= until) return true
      // Before the row that names them: nobody else would find them.
      deps.removeFiles(session)
      deps.sessions.delete(session)
      if (clock.now() >= until) return true
    }
  })
}
