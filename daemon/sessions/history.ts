/**
 * What an agent tells of a conversation that was taken over is the session's history, once. The log takes pieces of it
 * with the offset they were read to, so a daemon that dies loses and doubles none. Where the agent's own process ended in
 * the middle, the next one tells everything from the beginning: as many pieces as the log has are passed over.
 */
import type { Change } from '../acp/change.ts'
import { at } from '../acp/json.ts'
import { translateReplay } from '../acp/translate.ts'
import { vendorOf } from '../acp/vendor.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from './core.ts'
import { nameAfter } from './name-after.ts'

/** What was said and done. Counts, offers and titles come between these as it happens. */
const PIECES: ReadonlySet<unknown> = new Set([
  'user_message_chunk',
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'tool_call_update',
  'plan',
])

/** The conversation whose history is not all here yet; null: the session took none over, or has it. */
export function historyWanted(core: Core, session: string): string | null {
  const adoption = core.adoptions.get(session)
  return adoption && !adoption.whole ? adoption.conversation : null
}

/** Its agent is asked for all of it. */
export const historyBegins = (core: Core, session: string): void => core.adoptions.setHeard(session, 0)

/** An update of the replay. */
export function readHistory(core: Core, sessionId: string, update: unknown): Change[] {
  const session = core.sessions.get(sessionId)
  const adoption = core.adoptions.get(sessionId)
  if (!session || !adoption) return []
  const changes = translateReplay(vendorOf(session.agent), update)
  const isPiece = PIECES.has(at(update, 'sessionUpdate'))
  const heard = adoption.heard + (isPiece ? 1 : 0)
  if (isPiece) core.adoptions.setHeard(sessionId, heard)
  // Beside the pieces that are here already, everything else was told before as well.
  const isHere = isPiece ? heard <= adoption.told : heard < adoption.told
  if (isHere) return changes.filter((change) => change.kind !== 'event')
  for (const change of changes) {
    if (change.kind !== 'event' || change.event.type !== 'message_delta') continue
    const { role, text } = change.event
    if (role === 'user' && typeof text === 'string') nameAfter(core, session, text)
  }
  return changes
}

/** Nothing more of it comes. A call that it left open was never finished. */
export function endHistory(core: Core, work: Work, session: string): void {
  if (historyWanted(core, session) === null) return
  core.adoptions.setWhole(session)
  for (const call of core.turns.takeOpenCalls(session, null)) {
    core.log.append(work, session, {
      type: 'tool_call',
      toolCall: call,
      status: 'cancelled',
      origin: 'replay',
    })
  }
}
