import { demoLimits } from './limits.ts'
import { field, textField } from './narrow.ts'
import type { ToolCall } from './tool-call.ts'
import type { Turn } from './turn.ts'
import { wait } from './wait.ts'

/** Not in the order a hasty client hopes for. */
const options = [
  { optionId: 'reject', name: 'No', kind: 'reject_once' },
  { optionId: 'always', name: 'Yes, and do not ask again in this session', kind: 'allow_always' },
  { optionId: 'once', name: 'Yes', kind: 'allow_once' },
]

/** `withdrawn`: cancelled with its turn, or taken back. Anything but one of the allowing options refuses. */
export async function requestPermission(
  turn: Turn,
  call: ToolCall,
): Promise<'allowed' | 'refused' | 'withdrawn'> {
  const { agent, session } = turn
  if (session.controls.mode === 'auto' || session.allowed.has(call.kind)) return 'allowed'
  const takeBack = new AbortController()
  if (turn.oddities.has('withdraw-ask'))
    void wait(agent.clock, demoLimits.withdrawMs, turn.signal).then(() => takeBack.abort())
  const answer = await agent.connection.request(
    turn.oddities.has('null-id') ? agent.process.nextNumber() : agent.newId(),
    'session/request_permission',
    { sessionId: session.id, toolCall: shown(turn, call), options },
    AbortSignal.any([turn.signal, takeBack.signal]),
  )
  if (answer.kind === 'withdrawn') return 'withdrawn'
  if (answer.kind === 'error') return 'refused'
  const chosen = textField(field(answer.result, 'outcome'), 'optionId')
  if (chosen === 'always') session.allowed.add(call.kind)
  return chosen === 'always' || chosen === 'once' ? 'allowed' : 'refused'
}

function shown(turn: Turn, call: ToolCall): Record<string, unknown> {
  const { id, ...rest } = call
  return turn.oddities.has('no-title-permission')
    ? { toolCallId: id, kind: call.kind, status: 'pending' }
    : { toolCallId: id, status: 'pending', ...rest }
}
