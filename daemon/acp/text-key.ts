import { isFields } from './json.ts'
import type { Message } from './message.ts'

/** What a piece of streamed text belongs to (kind and message id), or null for anything that is not streamed text. */
export function textKey(message: Message): string | null {
  if (message.kind !== 'notification' || message.method !== 'session/update') return null
  const update = isFields(message.params) ? message.params.update : null
  if (!isFields(update)) return null
  const kind = update.sessionUpdate
  if (kind !== 'agent_message_chunk' && kind !== 'agent_thought_chunk') return null
  return `${kind}:${typeof update.messageId === 'string' ? update.messageId : ''}`
}
