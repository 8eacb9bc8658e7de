import type { Agent } from './agent.ts'
import type { Replayed } from './conversation-store.ts'
import { field, isRecord, textField } from './narrow.ts'
import type { Session } from './session.ts'

type Update = Record<string, unknown>

/** A stored conversation as updates: the chunks of one message come back as one. */
export function replayUpdates(entries: readonly Replayed[]): Update[] {
  const updates: Update[] = []
  for (const entry of entries) {
    const update =
      entry.kind === 'update'
        ? entry.update
        : {
            sessionUpdate: 'user_message_chunk',
            content: { type: 'text', text: entry.text },
            messageId: entry.messageId,
          }
    const last = updates.at(-1)
    if (last !== undefined && isSameMessage(last, update)) updates[updates.length - 1] = joined(last, update)
    else updates.push(update)
  }
  return updates
}

const isSameMessage = (a: Update, b: Update): boolean =>
  isRecord(a.content) && a.messageId === b.messageId && a.sessionUpdate === b.sessionUpdate

function joined(first: Update, second: Update): Update {
  const text = (textField(first.content, 'text') ?? '') + (textField(second.content, 'text') ?? '')
  return { ...first, content: { type: field(first.content, 'type'), text } }
}

export async function replay(agent: Agent, session: Session, updates: readonly Update[]): Promise<void> {
  for (const update of updates) {
    if (session.closed) return
    await agent.connection.notify('session/update', { sessionId: session.id, update })
  }
}
