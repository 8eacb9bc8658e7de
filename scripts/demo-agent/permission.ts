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

/** A declined call says why in words; `byPerson` when somebody answered so, and nobody cancelled. */
export type Verdict = { kind: 'allowed' } | { kind: 'declined'; byPerson: boolean; words: string }

/** Anything but one of the two allowing options declines. */
export async function requestPermission(turn: Turn, call: ToolCall): Promise<Verdict> {
  const { agent, session } = turn
  if (session.controls.mode === 'auto' || session.allowed.has(call.kind)) return { kind: 'allowed' }
  const takeBack = new AbortController()
  if (turn.oddities.has('withdraw-ask'))
    void wait(agent.clock, demoLimits.withdrawMs, turn.signal).then(() => takeBack.abort())
  const answer = await agent.connection.request(
    turn.oddities.has('null-id') ? agent.process.nextNumber() : agent.newId(),
    'session/request_permission',
    { sessionId: session.id, toolCall: shown(turn, call), options },
    AbortSignal.any([turn.signal, takeBack.signal]),
  )
  if (answer.kind === 'withdrawn') return declined(false, 'I took my question back')
  if (answer.kind === 'error') return declined(false, `I could not ask (${answer.message})`)
  const chosen = textField(field(answer.result, 'outcome'), 'optionId')
  if (chosen === 'always') session.allowed.add(call.kind)
  return chosen === 'always' || chosen === 'once'
    ? { kind: 'allowed' }
    : declined(true, 'Understood, I did not do it')
}

const declined = (byPerson: boolean, words: string): Verdict => ({ kind: 'declined', byPerson, words })

function shown(turn: Turn, call: ToolCall): Record<string, unknown> {
  const { id, ...rest } = call
  return turn.oddities.has('no-title-permission')
    ? { toolCallId: id, kind: call.kind, status: 'pending' }
    : { toolCallId: id, status: 'pending', ...rest }
}
