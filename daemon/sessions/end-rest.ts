import type { Work } from '../db/transact.ts'
import type { Core } from './core.ts'
import { isWanted } from './rest.ts'
import type { SessionRow } from './session-row.ts'
import { deliverNext } from './turns.ts'
import { wake } from './wake.ts'

/** The rest is over: what waited is delivered, by an agent that is brought back for it where there is none. */
export function endRest(core: Core, work: Work, session: SessionRow): void {
  core.lives.endRest(session.id)
  work.touch(session.id)
  if (isWanted(core, session)) wake(core, work, session)
  deliverNext(core, work)
}
