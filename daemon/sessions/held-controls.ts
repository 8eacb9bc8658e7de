import type { Work } from '../db/transact.ts'
import type { Core } from './core.ts'

/**
 * The agent is back and set to what was chosen: from here on people see its controls as they are. One `config` event
 * where that differs from what they saw all the while.
 */
export function releaseHeld(core: Core, work: Work, sessionId: string): void {
  core.sessions.setWaitingControls(sessionId, [])
  const session = core.sessions.get(sessionId)
  if (!session?.held) return
  core.sessions.releaseHeld(sessionId)
  work.touch(sessionId)
  if (JSON.stringify(session.held) === JSON.stringify(session.controls)) return
  core.log.append(work, sessionId, { type: 'config', controls: session.controls })
}
