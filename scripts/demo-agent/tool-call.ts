/**
 * What run, write and tool have in common: announce the call, ask, act, and say how it ended. A refused call is
 * `failed` and the turn goes on.
 */
import type { ToolCallContent, ToolKind } from '@agentclientprotocol/sdk'
import { goOn, type Outcome } from './outcome.ts'
import { requestPermission, type Verdict } from './permission.ts'
import { sendUpdate } from './session.ts'
import { speak } from './speech.ts'
import type { Turn } from './turn.ts'

export interface ToolCall {
  id: string
  title: string
  kind: ToolKind
  rawInput: Record<string, unknown>
  content: ToolCallContent[]
  locations: { path: string }[]
}

/** How a call ended. `left` is nobody's business any more: no update is sent for it. */
export type Finish =
  | { kind: 'left' }
  | {
      kind: 'completed' | 'failed'
      content: ToolCallContent[]
      rawOutput: unknown
      /** Said afterwards, unless the turn was cancelled. */
      words: string
    }

export const textContent = (text: string): ToolCallContent[] =>
  text === '' ? [] : [{ type: 'content', content: { type: 'text', text } }]

export async function performCall(turn: Turn, call: ToolCall, act: () => Promise<Finish>): Promise<Outcome> {
  if (turn.session.controls.mode === 'plan') {
    await speak(turn, [`In plan mode I change nothing, so I left this out: ${call.title}`])
    return goOn
  }
  const announced = !turn.oddities.has('unannounced-permission')
  if (announced) await announce(turn, call)
  const verdict = await requestPermission(turn, call)
  if (verdict.kind === 'declined') return decline(turn, call, verdict, announced)
  await updateCall(turn, call.id, { status: 'in_progress' })
  await finish(turn, call, await act())
  return goOn
}

function announce(turn: Turn, call: ToolCall): Promise<void> {
  const { id, ...shown } = call
  return sendUpdate(turn.agent, turn.session, {
    sessionUpdate: 'tool_call',
    toolCallId: id,
    status: 'pending',
    ...shown,
  })
}

export function updateCall(
  turn: Turn,
  toolCallId: string,
  change: {
    status?: 'in_progress' | 'completed' | 'failed'
    content?: ToolCallContent[]
    rawOutput?: unknown
  },
): Promise<void> {
  return sendUpdate(turn.agent, turn.session, { sessionUpdate: 'tool_call_update', toolCallId, ...change })
}

async function decline(
  turn: Turn,
  call: ToolCall,
  verdict: Extract<Verdict, { kind: 'declined' }>,
  announced: boolean,
): Promise<Outcome> {
  const words = `${verdict.words}: ${call.title}`
  // An agent that asked about a call it never announced says nothing about it afterwards either.
  if (announced) await updateCall(turn, call.id, { status: 'failed', content: textContent(words) })
  if (verdict.byPerson && turn.oddities.has('refusal-as-cancelled'))
    return { kind: 'end', stopReason: 'cancelled' }
  await speak(turn, [words])
  return goOn
}

async function finish(turn: Turn, call: ToolCall, end: Finish): Promise<void> {
  if (end.kind === 'left') return
  await updateCall(turn, call.id, { status: end.kind, content: end.content, rawOutput: end.rawOutput })
  await speak(turn, [end.words])
}
