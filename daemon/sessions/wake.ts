import type { Work } from '../db/transact.ts'
import { beginRun } from './begin-run.ts'
import { makeRoom } from './ceiling.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'

/** Brings the agent of a session back that has none. */
export function wake(core: Core, work: Work, session: SessionRow): void {
  makeRoom(core, work)
  beginRun(core, work, session)
}
