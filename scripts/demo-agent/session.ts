/** One open conversation: what is said on it goes to the client, then to its file, then to the journal. */
import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { Agent } from './agent.ts'
import type { Controls } from './controls.ts'
import type { Conversation } from './conversation-store.ts'
import type { ToolServer } from './tool-server.ts'
import type { Turn } from './turn.ts'

export interface Session {
  readonly id: string
  readonly cwd: string
  readonly controls: Controls
  readonly conversation: Conversation
  readonly toolServers: readonly ToolServer[]
  /** Kinds of tool call that the person allowed for the rest of this session. */
  readonly allowed: Set<string>
  turn: Turn | undefined
  chunks: number
  closed: boolean
}

export async function sendUpdate(agent: Agent, session: Session, update: SessionUpdate): Promise<void> {
  if (session.closed) return
  await agent.connection.notify('session/update', { sessionId: session.id, update })
  if (isHistory(update)) session.conversation.update({ ...update })
}

/** One piece of a message. Journaled with its text once the write succeeded; `n` counts the session's in this
 * process, from 1. */
export async function sendChunk(
  agent: Agent,
  session: Session,
  messageId: string,
  text: string,
): Promise<void> {
  if (session.closed) return
  await sendUpdate(agent, session, {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text },
    messageId,
  })
  session.chunks++
  agent.journal.did('chunk', { session: session.id, n: session.chunks, text })
}

/** What a later load replays: words, plans, and tool calls as they began and ended. */
function isHistory(update: SessionUpdate): boolean {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
    case 'tool_call':
    case 'plan':
      return true
    case 'tool_call_update':
      return update.status === 'completed' || update.status === 'failed'
    default:
      return false
  }
}
