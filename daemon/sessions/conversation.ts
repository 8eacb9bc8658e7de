import type { Core } from './core.ts'

/**
 * Agents keep nothing of a conversation in which nothing was said: it cannot be opened again, and is begun anew. One that
 * was taken over has what was said elsewhere.
 */
export function isEmptyConversation(core: Core, session: string): boolean {
  const last = core.log.lastOf(session, ['prompt_delivered', 'context_cleared'])
  return last === null ? core.adoptions.get(session) === null : last !== 'prompt_delivered'
}
