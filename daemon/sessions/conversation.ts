import type { Core } from './core.ts'

/** Agents keep nothing of a conversation in which nothing was said: it cannot be opened again, and is begun anew. */
export const isEmptyConversation = (core: Core, session: string): boolean =>
  core.log.lastOf(session, ['prompt_delivered', 'context_cleared']) !== 'prompt_delivered'
