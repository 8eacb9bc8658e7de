/** Directives that make trouble on purpose, and work that outlives its turn. */

import { sendChunk, sendUpdate } from './session.ts'
import type { Turn } from './turn.ts'
import { raised } from './wait.ts'

/** Nothing more until a cancel. */
export const hang = (turn: Turn): Promise<void> => raised(turn.signal)

export async function garbage(turn: Turn, lines: number): Promise<void> {
  for (let i = 0; i < lines && !turn.signal.aborted; i++) {
    await turn.agent.connection.raw('this line is { not JSON')
  }
}

const MEGABYTE = 1024 * 1024

/** One valid line, a message chunk, that is `megabytes` long or a little longer. */
export async function flood(turn: Turn, megabytes: number): Promise<void> {
  const { agent, session } = turn
  const text = 'flood '.repeat(Math.ceil((megabytes * MEGABYTE) / 'flood '.length))
  const content = { type: 'text', text }
  const update = { sessionUpdate: 'agent_message_chunk', content, messageId: agent.newId() }
  await agent.connection.notify('session/update', { sessionId: session.id, update })
  agent.journal.did('flood', { session: session.id, bytes: text.length })
}

/** A call that is still going when the turn's result is sent, and reports `ms` after it. */
export async function announceBackground(turn: Turn, ms: number): Promise<void> {
  const { agent, session } = turn
  const toolCallId = agent.newId()
  await sendUpdate(agent, session, {
    sessionUpdate: 'tool_call',
    toolCallId,
    title: `Background work of ${ms} ms`,
    kind: 'other',
    status: 'in_progress',
    rawInput: { ms },
  })
  const finish = async (): Promise<void> => {
    await sendChunk(agent, session, agent.newId(), 'The background work is done.')
    await sendUpdate(agent, session, {
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status: 'completed',
      rawOutput: { ms },
    })
    agent.journal.did('background', { session: session.id, toolCallId })
  }
  turn.after.push(() => void agent.clock.after(ms, () => void finish()))
}
