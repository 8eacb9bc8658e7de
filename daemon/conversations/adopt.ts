/** A session on a conversation that the agent has already. One that a session has is answered by that session. */
import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Adoption } from '../../shared/wire/conversation.ts'
import { isConversationId } from '../acp/conversations.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from '../sessions/core.ts'
import { createSession } from '../sessions/create.ts'
import { neverStarted } from '../sessions/status.ts'
import { wake } from '../sessions/wake.ts'

export interface Wanted extends Adoption {
  agent: string
  /** By the agent's own id. */
  conversation: string
}

export const checkConversation = (conversation: string): Result<null> =>
  isConversationId(conversation)
    ? ok(null)
    : refuse('invalid_request', 'this is no id of a conversation', { field: 'conversation' })

export function adoptConversation(core: Core, work: Work, wanted: Wanted): Result<{ id: string }> {
  const { conversation, ...session } = wanted
  const id = core.adoptions.holder(wanted.agent, conversation)
  const holder = id === null ? null : core.sessions.get(id)
  if (!holder) return createSession(core, work, session, conversation)
  // It could not be opened before, and somebody wants it again.
  if (holder.run === null && neverStarted(holder.exitReason)) wake(core, work, holder)
  return ok({ id: holder.id })
}
