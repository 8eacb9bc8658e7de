import type { Logger } from 'pino'
import type { Transactor } from '../db/transact.ts'
import type { DaemonLimits } from '../limits.ts'
import type { SessionStore } from '../sessions/store.ts'
import { type Outdated, outdated } from './outdated.ts'
import type { RetentionStore } from './store.ts'

export interface PruneDeps {
  transact: Transactor
  store: RetentionStore
  sessions: Pick<SessionStore, 'remove'>
  limits: Pick<DaemonLimits, 'retentionMs' | 'retentionMost' | 'retentionLeast'>
  log: Logger
}

/** Removes the sessions that nobody came back to, and says in one line which. Their rows go later. */
export function prune(deps: PruneDeps): void {
  const gone = deps.transact((work): Outdated[] => {
    const found = outdated(deps.store.resting(), work.now, deps.limits)
    for (const { session } of found) {
      deps.sessions.remove(session.id, work.now)
      work.touch(session.id)
    }
    return found
  })
  if (gone.length === 0) return
  const unused = gone.filter(({ why }) => why === 'unused').length
  const sessions = gone.map(({ session }) => `${session.nickname} ${session.id}`)
  deps.log.info(
    { removed: gone.length, unused, tooMany: gone.length - unused, sessions },
    'sessions that nobody came back to were removed, with their transcripts',
  )
}
